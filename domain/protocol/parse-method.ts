import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../decode.js'
import { limits } from '../limits.js'
import { deeperThan, parseJsonLine } from './json-line.js'
import { type Method, type MethodName, methodCodecs } from './method.js'
import { overLimit } from './method-limits.js'

/** Why a line is no call: one sentence, and the call's `id` if the line gave a usable one. */
export type BadMethod = { readonly message: string; readonly id?: string }

/**
 * The call that a client's line makes. Strict: UTF-8, JSON, no deeper than `frameDepthMax`, a known
 * method, params of the right shape and within limits. The message names the key that is wrong.
 */
export const parseMethod = (line: Uint8Array): E.Either<BadMethod, Method> => {
  if (deeperThan(limits.frameDepthMax, line)) return bad(tooDeep)
  const value = parseJsonLine(line)
  if (E.isLeft(value)) return bad(value.left)
  return isObject(value.right) ? methodOf(value.right) : bad('the line is not a JSON object')
}

type Json = { readonly [key: string]: unknown }

const tooDeep = `the line nests deeper than ${limits.frameDepthMax} levels`

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const methodOf = (call: Json): E.Either<BadMethod, Method> => {
  const id = usableId(call['id'])
  if (id === undefined && call['id'] !== undefined) return bad(badId)
  const name = call['method']
  if (!isMethodName(name)) return bad(unknownMethod(name), id)
  const method = decode<Method>(methodCodecs[name] as t.Decoder<unknown, Method>, call)
  if (E.isLeft(method)) return bad(method.left, id)
  const over = overLimit(method.right)
  return over === undefined ? method : bad(over, id)
}

const bad = (message: string, id?: string): E.Either<BadMethod, never> =>
  E.left(id === undefined ? { message } : { message, id })

const usableId = (id: unknown): string | undefined =>
  typeof id === 'string' && id.length <= limits.methodIdCharsMax ? id : undefined

const badId = `id: expected a string of at most ${limits.methodIdCharsMax} characters`

// Own keys only: a method named `constructor` is as unknown as any other.
const isMethodName = (name: unknown): name is MethodName =>
  typeof name === 'string' && Object.hasOwn(methodCodecs, name)

const unknownMethod = (name: unknown): string =>
  `method: expected one of ${Object.keys(methodCodecs).join(', ')}, got ${clip(name)}`

const clip = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
