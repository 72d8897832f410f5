/** A text that the input of a call has under this key. */
export const textIn = (input: unknown, key: string): string | undefined => {
  const value = fieldsOf(input).find(([name]) => name === key)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** A number that the input of a call has under this key. */
export const numberIn = (input: unknown, key: string): number | undefined => {
  const value = fieldsOf(input).find(([name]) => name === key)?.[1]
  return typeof value === 'number' ? value : undefined
}

/** What else an input says, as lines `key: value`; all of it as JSON when it has no keys. */
export const otherFields = (input: unknown, shown: ReadonlyArray<string>): string => {
  if (input === undefined) return ''
  if (typeof input !== 'object' || input === null) return JSON.stringify(input) ?? ''
  return fieldsOf(input)
    .filter(([name]) => !shown.includes(name))
    .map(([name, value]) => `${name}: ${valueWords(value)}`)
    .join('\n')
}

const fieldsOf = (input: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof input === 'object' && input !== null ? Object.entries(input) : []

const valueWords = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
