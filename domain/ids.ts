import * as t from 'io-ts'
import { matching } from './matching.js'
import { Whole } from './whole.js'

type Brand<Name extends string> = { readonly [K in `__${Name}`]: true }

const branded = <Name extends string>(name: Name, pattern: RegExp) => {
  const matches = matching(pattern)
  const is = (u: unknown): u is string & Brand<Name> => matches(u)
  return new t.Type<string & Brand<Name>, string>(
    name,
    is,
    (u, context) => (is(u) ? t.success(u) : t.failure(u, context)),
    (a) => a,
  )
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A session and its log file; a UUIDv7 in lower case. */
export const SessionId = branded('SessionId', uuid)
export type SessionId = t.TypeOf<typeof SessionId>

/** Whatever arrives and is kept: a Submit, a notice, a child's report. A UUID stamped on arrival. */
export const InputId = branded('InputId', uuid)
export type InputId = t.TypeOf<typeof InputId>

/** A turn is named by the id of the input that opened it. */
export const TurnId = branded('TurnId', uuid)
export type TurnId = t.TypeOf<typeof TurnId>

/** SHA-256 in lower-case hex. */
export const Hash = branded('Hash', /^[0-9a-f]{64}$/)
export type Hash = t.TypeOf<typeof Hash>

/** SHA-256 of bytes, or of the UTF-8 bytes of a text, in lower-case hex. */
export type Sha256 = (content: string | Uint8Array) => Hash

/** A tool call: `<seq of the reply's record>.<index of the block in the reply>`. */
export const CallId = branded('CallId', /^\d+\.\d+$/)
export type CallId = t.TypeOf<typeof CallId>

/** A client's own id for a Submit, so that sending it again is harmless. A UUID. */
export const SubmitKey = branded('SubmitKey', /^[0-9a-fA-F-]{36}$/)
export type SubmitKey = t.TypeOf<typeof SubmitKey>

/** A connection to a Pod's socket, counted from 1 within the Pod's life. */
export type ClientId = number & Brand<'ClientId'>

/** The nth client of this Pod. */
export const clientId = (n: number): ClientId => n as ClientId

/** Place of a record in its log, counted from 0 without gaps. */
export type Seq = number

/** A record named by place and hash: the form of `head` and `tip` everywhere. */
export type RecordRef = { readonly seq: Seq; readonly hash: Hash }
export const RecordRef = t.readonly(t.type({ seq: Whole, hash: Hash }, 'RecordRef'))

/** The `prev` of a log's first record. */
export const noHash = '0'.repeat(64) as Hash

/** The turn that this input opens. */
export const turnOpenedBy = (input: InputId): TurnId => input as string as TurnId

/** The input that opened this turn. */
export const openerOf = (turn: TurnId): InputId => turn as string as InputId

/** The name of the call at `index` in the reply recorded at `reply`. */
export const callId = (reply: Seq, index: number): CallId => `${reply}.${index}` as CallId
