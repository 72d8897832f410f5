/**
 * The text on one line, with everything that a terminal would obey shown as a visible mark: control
 * characters as their pictures, and what turns the direction of writing as its code.
 */
export const safeLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\p{Bidi_Control}]/gu, mark)

const mark = (char: string): string => {
  const code = char.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`
}
