import type { EventOf } from '../domain/event/event.js'
import type { CallId } from '../domain/ids.js'
import type { ReplyBlock, Usage } from '../domain/reply.js'
import { textOf } from '../domain/segment.js'
import type { Outcome } from '../domain/tool/outcome.js'
import { type Told, told } from './told.js'

/** A Submit, with its words. */
export const tellSubmit = (data: EventOf<'InputSubmitted'>['data']): Told =>
  told(
    data.by === 'pod' ? 'parent' : 'you',
    data.via === 'queue' ? 'Asked (this had waited in the queue)' : 'Asked',
    textOf(data.segments),
  )

/** A request left. */
export const tellRound = ({ round, attempt, request }: EventOf<'RoundStarted'>['data']): Told =>
  told('yoi', `Request ${round}, attempt ${attempt}, went to the model (SHA-256 ${request})`)

/** A reply: text as it is, thinking by its length, calls with their input. */
export const tellReply = (data: EventOf<'AssistantReplied'>['data']): Told =>
  told(
    'model',
    `Replied (${data.model}, ${data.stop_reason}, ${tokens(data.usage)})`,
    data.content.map(blockText).join('\n'),
  )

const tokens = ({ input, output, cache_read, cache_write }: Usage): string =>
  `${input + cache_read + cache_write} tokens in, ${cache_read} of them cached, ${output} out`

const blockText = (block: ReplyBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return `[thought, ${block.thinking.length} characters]`
    case 'redacted_thinking':
      return '[thought, redacted by the provider]'
    case 'tool_use':
      return `[calls ${block.name} ${JSON.stringify(block.input)}]`
  }
}

/** A call has its result. */
export const tellCompleted = (
  data: EventOf<'ToolCallCompleted'>['data'],
  calls: ReadonlyMap<CallId, string>,
): Told => {
  const name = calls.get(data.call) ?? 'The tool'
  const closed = data.synthetic === true ? ' (closed by yoi)' : ''
  return told(
    'tool',
    `${name} ${outcomeWords[data.outcome]}${closed}: ${data.summary} (call ${data.call})`,
    data.content,
  )
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  ok: 'is done',
  failed: 'failed',
  denied: 'was denied',
  interrupted: 'was interrupted',
  cancelled: 'was cancelled',
  unknown: 'had started and nobody can say what it did; it is never run again by itself',
}

/** Somebody asked for a stop; what had been shown of the unfinished reply is told too. */
export const tellStop = (data: EventOf<'StopRequested'>['data']): Told => {
  const shown = data.shown.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
  const reason = data.reason === undefined ? '' : `, ${data.reason}`
  const seen = shown === '' ? '' : '; this much of a reply had been shown'
  const who = data.by === 'hook' ? 'hook' : 'you'
  return told(who, `Asked to ${data.stop} (${data.by}${reason})${seen}`, shown)
}

/** The turn's ending. */
export const tellEnded = ({ result, by, error }: EventOf<'TurnEnded'>['data']): Told => {
  const how = { finished: 'finished', cancelled: 'was cancelled', errored: 'ended with an error' }
  const words = result === 'limit_reached' ? 'reached a limit' : how[result]
  const why = error === undefined ? '' : `, ${error.code}: ${error.message}`
  return told('yoi', `The turn ${words}${by === undefined ? '' : ` (${by})`}${why}`)
}

/** A turn was taken back. */
export const tellReset = ({ stop, to }: EventOf<'HeadReset'>['data']): Told =>
  told(
    'yoi',
    `The turn was taken back: ${stop} came before the model had given anything. ` +
      `The conversation stands at #${to.seq} again`,
  )

/** The beginning of the conversation was summed up. */
export const tellCompacted = (data: EventOf<'ConversationCompacted'>['data']): Told =>
  told('yoi', `What the model was told before #${data.kept_from} became a summary`, data.summary)

/** The hooks before a call or at the end of a turn. */
export const tellHook = (event: EventOf<'HookAsked' | 'HookAnswered'>): Told => {
  const place =
    event.data.on === 'turn_end' ? 'the end of the turn' : `call ${event.data.call ?? ''}`
  if (event.type === 'HookAsked') return told('yoi', `The hooks are asked about ${place}`)
  const { decision, reason, failed } = event.data
  return told('hook', `Said ${decision} to ${place}`, failed ?? reason)
}
