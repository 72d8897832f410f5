import stringWidth from 'string-width'

/** The text, filled up with blanks to a width in cells. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)))
