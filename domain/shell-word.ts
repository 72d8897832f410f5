/** The text as one word of a POSIX shell, in quotes only where it needs them. */
export const shellWord = (word: string): string =>
  /^[\p{L}\p{N}_.@%+:,-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
