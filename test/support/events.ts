import type { Int } from 'io-ts'
import type { Event, EventOf } from '../../domain/event/event.js'
import { callId, type Hash, type TurnId } from '../../domain/ids.js'
import type { ReplyBlock } from '../../domain/reply.js'
import type { Segments } from '../../domain/segment.js'
import { hashOf, inputNo, turnNo } from './record-list.js'

/** Events of turn `n` with everything that does not matter filled in. */
export const submitted = (n: number, words: string | Segments): Event => ({
  type: 'InputSubmitted',
  data: {
    input: inputNo(n),
    turn: turnNo(n),
    segments: typeof words === 'string' ? [{ kind: 'text', content: words }] : words,
    by: 'host',
    via: 'run',
  },
})

export const roundStarted = (n: number): Event => ({
  type: 'RoundStarted',
  data: { turn: turnNo(n), round: 1 as Int, attempt: 1 as Int, request: '0'.repeat(64) as Hash },
})

export const replied = (
  n: number,
  ...content: ReadonlyArray<ReplyBlock>
): EventOf<'AssistantReplied'> => ({
  type: 'AssistantReplied',
  data: {
    turn: turnNo(n),
    round: 1 as Int,
    content,
    stop_reason: 'end_turn',
    usage: { input: 10, output: 5, cache_read: 2, cache_write: 1 },
    model: 'm',
  },
})

export const words = (text: string): ReplyBlock => ({ type: 'text', text })
export const toolUse = (name: string, input: unknown): ReplyBlock => ({
  type: 'tool_use',
  id: 'x',
  name,
  input,
})

export const callStarted = (n: number, seq: number, index = 0): Event => ({
  type: 'ToolCallStarted',
  data: { turn: turnNo(n), call: callId(seq, index), name: 'Bash' },
})

export const callCompleted = (
  n: number,
  seq: number,
  more: Partial<EventOf<'ToolCallCompleted'>['data']> = {},
): Event => ({
  type: 'ToolCallCompleted',
  data: {
    turn: turnNo(n),
    call: callId(seq, 0),
    outcome: 'ok',
    summary: 'one line',
    content: 'out',
    ...more,
  },
})

export const paused = (n: number): Event => ({
  type: 'TurnPaused',
  data: { turn: turnNo(n), by: 'host' },
})

export const ended = (
  n: number,
  result: EventOf<'TurnEnded'>['data']['result'] = 'finished',
  by?: string,
): Event => ({
  type: 'TurnEnded',
  data: { turn: turnNo(n), result, ...(by === undefined ? {} : { by }) },
})

export const note = (n: number, text: string): Event => ({
  type: 'NoteAdded',
  data: { turn: turnNo(n), kind: 'interrupted', text },
})

export const notice = (n: number, message: string): Event => ({
  type: 'NoticeReceived',
  data: { notice: inputNo(n), message, auto_run: true },
})

export const stopped = (
  turn: TurnId,
  shown: ReadonlyArray<Record<string, unknown>> = [],
): Event => ({
  type: 'StopRequested',
  data: { turn, stop: 'pause', by: 'host', shown },
})

export const reset = (n: number, to: number): Event => ({
  type: 'HeadReset',
  data: {
    to: { seq: to as Int, hash: hashOf(to) },
    reason: 'empty_turn',
    stop: 'pause',
    turn: turnNo(n),
  },
})
