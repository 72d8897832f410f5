/**
 * The same value with every lone surrogate, in text and in keys, replaced by U+FFFD; the very same
 * object when it has none.
 */
export const wellFormed = <A>(value: A): A => (isWellFormed(value) ? value : (replaced(value) as A))

/** The same text with every lone surrogate replaced by U+FFFD. */
export const wellFormedText = (text: string): string => text.toWellFormed()

// Asked first, since nearly everything is: looking costs no copy.
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => key.isWellFormed() && isWellFormed(part))
}

const replaced = (value: unknown): unknown => {
  if (typeof value === 'string') return wellFormedText(value)
  if (Array.isArray(value)) return value.map(replaced)
  return typeof value === 'object' && value !== null ? replacedObject(value) : value
}

const replacedObject = (object: object): unknown =>
  Object.fromEntries(
    Object.entries(object).map(([key, part]) => [wellFormedText(key), replaced(part)]),
  )
