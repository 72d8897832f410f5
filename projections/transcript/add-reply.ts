import { type CallId, callId, type Seq, type TurnId } from '../../domain/ids.js'
import type { ReplyBlock } from '../../domain/reply.js'
import { askedLine } from './asked-line.js'
import type { Block } from './block.js'
import { type Core, type Placed, withBlock, withUsage } from './core.js'

/** The core with a whole reply: its words, and its calls as waiting. */
export const addReply = (record: Placed<'AssistantReplied'>, core: Core): Core =>
  record.data.content.reduce(
    (sum, block, index) => {
      const { seq, data } = record
      const place = { seq, turn: data.turn, ...thoughtFor(index, record) }
      return addReplyBlock(place, { block, call: callId(seq, index) }, sum)
    },
    withUsage(record.data.usage, core),
  )

// The time is that of all thinking of the reply: its first block says it.
const thoughtFor = (
  index: number,
  { data }: Placed<'AssistantReplied'>,
): { readonly thoughtMs?: number } =>
  data.thinking_ms !== undefined && index === data.content.findIndex(isThinking)
    ? { thoughtMs: data.thinking_ms }
    : {}

const isThinking = ({ type }: ReplyBlock): boolean =>
  type === 'thinking' || type === 'redacted_thinking'

/** The core with what had been shown of a reply when a stop cut it off. */
export const addStop = ({ seq, data }: Placed<'StopRequested'>, core: Core): Core => {
  const known = data.usage === undefined ? core : withUsage(data.usage, core)
  return data.shown
    .flatMap(shownWords)
    .reduce<Core>(
      (sum, words) => withBlock({ ...words, seq, turn: data.turn, partial: true }, sum),
      known,
    )
}

type Words = { readonly kind: 'text' | 'thinking'; readonly text: string }

const shownWords = (shown: Readonly<Record<string, unknown>>): ReadonlyArray<Words> => {
  const { kind, text, name } = shown
  if (kind === 'text' || kind === 'thinking')
    return typeof text === 'string' && text.trim() !== '' ? [{ kind, text }] : []
  return typeof name === 'string' ? [{ kind: 'text', text: `[${name}]` }] : []
}

type Place = { readonly seq: Seq; readonly turn: TurnId; readonly thoughtMs?: number }
type Part = { readonly block: ReplyBlock; readonly call: CallId }

/** The core with one block of a reply; `call` is its name when it is a call. */
export const addReplyBlock = (place: Place, { block, call }: Part, core: Core): Core => {
  const { seq, turn } = place
  switch (block.type) {
    case 'text':
      return block.text.trim() === ''
        ? core
        : withBlock({ kind: 'text', seq, turn, text: block.text, partial: false }, core)
    case 'thinking':
      return block.thinking.trim() === ''
        ? core
        : withBlock({ kind: 'thinking', ...place, text: block.thinking, partial: false }, core)
    case 'redacted_thinking':
      return withBlock(
        { kind: 'thinking', ...place, text: '(not shown by the provider)', partial: false },
        core,
      )
    case 'tool_use': {
      const { name, input } = block
      const waiting = withBlock(toolBlock({ seq, turn }, { call, name, input }), core)
      return { ...waiting, openCalls: new Map(core.openCalls).set(call, core.blocks.length) }
    }
  }
}

type Asked = {
  readonly call: CallId
  readonly name: string
  readonly input: unknown
}

const toolBlock = (place: Place, asked: Asked): Block => ({
  kind: 'tool',
  ...place,
  ...asked,
  asked: askedLine(asked.input),
  state: 'waiting',
  summary: '',
  output: '',
  synthetic: false,
})
