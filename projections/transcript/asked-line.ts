const charsMax = 300

/** One line that says what a call asks for: the command, the path, the pattern, else its JSON. */
export const askedLine = (input: unknown): string => clip(words(input).replaceAll('\n', ' ⏎ '))

const tellingKeys = ['command', 'file_path', 'path', 'pattern', 'query', 'url'] as const

const words = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return input === undefined ? '' : json(input)
  const told = tellingKeys
    .map((key) => Object.entries(input).find(([name]) => name === key)?.[1])
    .filter((value) => typeof value === 'string')
  if (told.length > 0) return told.join(' ')
  return Object.keys(input).length === 0 ? '' : json(input)
}

const json = (value: unknown): string => JSON.stringify(value) ?? ''

// Cuts between code points, so that no half of a surrogate pair is left at the end.
const clip = (text: string): string =>
  text.length <= charsMax ? text : `${text.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, '')}…`
