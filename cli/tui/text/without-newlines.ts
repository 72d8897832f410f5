/** The text in one line: each newline becomes a blank. For a field that holds but one line. */
export const withoutNewlines = (text: string): string => text.replaceAll('\n', ' ')
