import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../domain/decode.js'

// Each codec is named as the tag that it decodes; `decodeKnown` goes by these names.

const Tokens = t.union([t.number, t.null, t.undefined], 'Tokens')

const WireUsage = t.partial(
  {
    input_tokens: Tokens,
    output_tokens: Tokens,
    cache_read_input_tokens: Tokens,
    cache_creation_input_tokens: Tokens,
  },
  'WireUsage',
)
/** Token counts as the stream gives them; servers leave out or null what they do not count. */
export type WireUsage = Readonly<t.TypeOf<typeof WireUsage>>

const MaybeUsage = t.union([WireUsage, t.null, t.undefined], 'MaybeUsage')
const MaybeText = t.union([t.string, t.null, t.undefined], 'MaybeText')
const Tagged = t.type({ type: t.string }, 'Tagged')

/** Something with a type, known or not: a block, or a delta of one. */
export type Tagged = t.TypeOf<typeof Tagged>

const MessageStart = t.type(
  {
    type: t.literal('message_start'),
    message: t.partial({ model: MaybeText, usage: MaybeUsage }, 'StartedMessage'),
  },
  'message_start',
)
/** What `message_start` says of the reply to come. */
export type StartedMessage = Readonly<t.TypeOf<typeof MessageStart>['message']>

const BlockStart = t.type(
  { type: t.literal('content_block_start'), index: t.Int, content_block: Tagged },
  'content_block_start',
)

const BlockDelta = t.type(
  { type: t.literal('content_block_delta'), index: t.Int, delta: Tagged },
  'content_block_delta',
)

const MessageDelta = t.type(
  {
    type: t.literal('message_delta'),
    delta: t.partial({ stop_reason: MaybeText }, 'Stopping'),
    usage: MaybeUsage,
  },
  'message_delta',
)

const MessageStop = t.type({ type: t.literal('message_stop') }, 'message_stop')

/** The events of the Messages API's stream that make a reply. */
export const StreamEvent = t.union(
  [MessageStart, BlockStart, BlockDelta, MessageDelta, MessageStop],
  'StreamEvent',
)
export type StreamEvent = Readonly<t.TypeOf<typeof StreamEvent>>

/** The blocks of a reply as they open; some servers open them with content. */
export const StartedBlock = t.union(
  [
    t.type({ type: t.literal('text'), text: MaybeText }, 'text'),
    t.type({ type: t.literal('thinking'), thinking: MaybeText, signature: MaybeText }, 'thinking'),
    t.type({ type: t.literal('redacted_thinking'), data: t.string }, 'redacted_thinking'),
    t.type(
      { type: t.literal('tool_use'), id: t.string, name: t.string, input: t.unknown },
      'tool_use',
    ),
  ],
  'StartedBlock',
)
export type StartedBlock = Readonly<t.TypeOf<typeof StartedBlock>>

/** What a block grows by. */
export const BlockPiece = t.union(
  [
    t.type({ type: t.literal('text_delta'), text: t.string }, 'text_delta'),
    t.type({ type: t.literal('thinking_delta'), thinking: t.string }, 'thinking_delta'),
    t.type({ type: t.literal('signature_delta'), signature: t.string }, 'signature_delta'),
    t.type({ type: t.literal('input_json_delta'), partial_json: t.string }, 'input_json_delta'),
  ],
  'BlockPiece',
)
export type BlockPiece = Readonly<t.TypeOf<typeof BlockPiece>>

type Union<A> = t.Decoder<unknown, A> & { readonly types: ReadonlyArray<t.Mixed> }

/**
 * Decodes a member of the union by its type. A type that the union does not know, whatever its
 * other fields, gives undefined; a known one with wrong fields is an error in words.
 */
export const decodeKnown = <A>(union: Union<A>, raw: unknown): E.Either<string, A | undefined> =>
  Tagged.is(raw) && union.types.some(({ name }) => name === raw.type)
    ? decode(union, raw)
    : E.right(undefined)
