import * as t from 'io-ts'

/** The keys of one thing that a person can do, by name; one key may stand for a list of one. */
export const KeyList = new t.Type<ReadonlyArray<string>, unknown>(
  'a key such as "Ctrl-O" in quotes, or a list of keys',
  (u): u is ReadonlyArray<string> => areTexts(u),
  (u, context) => {
    const keys = typeof u === 'string' ? [u] : u
    return areTexts(keys) ? t.success(keys) : t.failure(u, context)
  },
  (a) => a,
)

const areTexts = (u: unknown): u is ReadonlyArray<string> =>
  Array.isArray(u) && u.every((one) => typeof one === 'string')
