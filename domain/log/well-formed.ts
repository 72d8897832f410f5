/** The same value with every lone surrogate, in text and in keys, replaced by U+FFFD. */
export const wellFormed = <A>(value: A): A => replaced(value) as A

/** The same text with every lone surrogate replaced by U+FFFD. */
export const wellFormedText = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')

// Gives back the very same object when nothing had to change, so that the common case costs no copy.
const replaced = (value: unknown): unknown => {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return replacedArray(value)
  if (typeof value === 'object' && value !== null) return replacedObject(value)
  return value
}

const replacedArray = (values: ReadonlyArray<unknown>): unknown => {
  const copy = values.map(replaced)
  return copy.every((value, index) => value === values[index]) ? values : copy
}

const replacedObject = (object: object): unknown => {
  const entries = Object.entries(object)
  const copy = entries.map(([key, value]) => [wellFormedText(key), replaced(value)] as const)
  const same = copy.every(([key, value], i) => key === entries[i]?.[0] && value === entries[i]?.[1])
  return same ? object : Object.fromEntries(copy)
}
