/**
 * Whether a value is a text that the pattern matches. The text that matched last is known at once:
 * the records of a turn repeat its id and those of a group their time, and in a short record the
 * patterns would be half of its check.
 */
export const matching = (pattern: RegExp): ((u: unknown) => u is string) => {
  const matched: { last?: string } = {}
  return (u): u is string => {
    if (typeof u !== 'string') return false
    if (u === matched.last) return true
    if (!pattern.test(u)) return false
    matched.last = u
    return true
  }
}
