import * as t from 'io-ts'

/** A text that is not empty and holds no NUL, so that it can be handed to the system. */
export const plainText = (name: string): t.Type<string> => {
  const is = (u: unknown): u is string => typeof u === 'string' && u !== '' && !u.includes('\0')
  return new t.Type<string>(
    `${name}, not empty and without NUL`,
    is,
    (u, context) => (is(u) ? t.success(u) : t.failure(u, context)),
    (a) => a,
  )
}
