import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'

/** Decodes, or says in one line where the value is wrong and what was expected there. */
export const decode = <A>(codec: t.Decoder<unknown, A>, u: unknown): E.Either<string, A> =>
  pipe(codec.decode(u), E.mapLeft(describeErrors))

const describeErrors = (errors: t.Errors): string => {
  const deepest = errors.reduce((a, b) => (b.context.length > a.context.length ? b : a))
  // A member of an intersection stands in the context with the very value of its parent.
  const path = deepest.context
    .filter((entry, index, all) => index > 0 && entry.actual !== all[index - 1]?.actual)
    .map((entry) => entry.key)
    .join('.')
  const expected = deepest.message ?? deepest.context.at(-1)?.type.name ?? 'something else'
  return `${path === '' ? 'value' : path}: expected ${expected}, got ${clip(deepest.value)}`
}

const clip = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
