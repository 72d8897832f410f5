import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'

/** Decodes, or says in one line where the value is wrong and what was expected there. */
export const decode = <A>(codec: t.Decoder<unknown, A>, u: unknown): E.Either<string, A> =>
  pipe(codec.decode(u), E.mapLeft(describeErrors))

const describeErrors = (errors: t.Errors): string => {
  const deepest = errors.reduce((a, b) => (b.context.length > a.context.length ? b : a))
  const path = pathOf(deepest.context)
  const expected = deepest.message ?? deepest.context.at(-1)?.type.name ?? 'something else'
  return `${path === '' ? 'value' : path}: expected ${expected}, got ${clip(deepest.value)}`
}

// The members of an intersection are numbered by io-ts; such a number is no key of the value.
const pathOf = (context: t.Context): string =>
  context
    .filter((_, index) => index > 0 && !isIntersection(context[index - 1]?.type))
    .map((entry) => entry.key)
    .filter((key) => key !== '')
    .join('.')

const isIntersection = (type: t.Decoder<never, unknown> | undefined): boolean =>
  type !== undefined && '_tag' in type && type._tag === 'IntersectionType'

const clip = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
