import type { LogRecord } from '../log/record.js'
import { callsOf } from '../turn/call.js'
import { assistantItem, noteItem, resultItem } from '../turn/item-of.js'
import { withCall, withoutHook } from '../turn/turn.js'
import { attempted, quiet } from './live.js'
import type { State } from './state.js'
import { talked, turnOf } from './talk.js'
import { addUsage } from './usage.js'

type WorkRecord = Extract<
  LogRecord,
  {
    readonly type:
      | 'RoundStarted'
      | 'AssistantReplied'
      | 'ToolCallStarted'
      | 'ToolCallCompleted'
      | 'NoteAdded'
      | 'HookAsked'
      | 'HookAnswered'
  }
>
type RecordOf<K extends WorkRecord['type']> = Extract<WorkRecord, { readonly type: K }>

/** The state after a record of a turn's work: its requests, replies, calls and notes. */
export const evolveWork = (state: State, record: WorkRecord): State => {
  switch (record.type) {
    case 'RoundStarted':
      return roundStarted(state, record)
    case 'AssistantReplied':
      return replied(state, record)
    case 'ToolCallStarted':
      return callStarted(state, record)
    case 'ToolCallCompleted':
      return callCompleted(state, record)
    case 'NoteAdded':
      return talked(state, record, { item: noteItem(record.data, record.seq) })
    case 'HookAsked':
      return hookAsked(state, record)
    case 'HookAnswered':
      return hookAnswered(state, record)
  }
}

const roundStarted = (state: State, record: RecordOf<'RoundStarted'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined) return state
  const { round, attempt } = record.data
  const request = { cause: record.seq, round, attempt, answered: false }
  return {
    ...state,
    live: attempted(state.live),
    conversation: {
      ...state.conversation,
      turn: { ...turn, request, unfinished: false, endAsked: false },
    },
  }
}

const replied = (state: State, record: RecordOf<'AssistantReplied'>): State => {
  const turn = turnOf(state, record)
  if (turn?.request === undefined || turn.request.answered) return state
  const { content, usage, stop_reason } = record.data
  const told = talked(state, record, {
    item: assistantItem(content, turn.id, record.seq),
    turn: {
      ...turn,
      replied: true,
      request: { ...turn.request, answered: true },
      calls: callsOf(content, record.seq),
      unfinished: stop_reason === 'pause_turn',
    },
    more: { usage: addUsage(state.conversation.usage, usage) },
  })
  return { ...told, live: quiet }
}

const callStarted = (state: State, record: RecordOf<'ToolCallStarted'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined) return state
  const changed = withCall(turn, record.data.call, (call) =>
    call.phase === 'pending' ? { ...call, phase: 'started', cause: record.seq } : call,
  )
  return talked(state, record, { turn: changed })
}

// A second result of one call changes nothing.
const callCompleted = (state: State, record: RecordOf<'ToolCallCompleted'>): State => {
  const turn = turnOf(state, record)
  const call = turn?.calls.find((one) => one.id === record.data.call)
  if (turn === undefined || call === undefined || call.phase === 'done') return state
  return talked(state, record, {
    item: resultItem(record.data, record.seq),
    turn: withCall(turn, call.id, (one) => ({ ...one, phase: 'done' })),
  })
}

const hookAsked = (state: State, record: RecordOf<'HookAsked'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined) return state
  const { on, call } = record.data
  const hook = { cause: record.seq, on, ...(call === undefined ? {} : { call }) }
  return { ...state, conversation: { ...state.conversation, turn: { ...turn, hook } } }
}

// Asked once: what a hook stopped goes on after a resume without being asked about again.
const hookAnswered = (state: State, record: RecordOf<'HookAnswered'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined) return state
  const { on, call } = record.data
  const settled = withoutHook(turn)
  const asked =
    on === 'turn_end' || call === undefined
      ? { ...settled, endAsked: true }
      : withCall(settled, call, (one) => ({ ...one, asked: true }))
  return { ...state, conversation: { ...state.conversation, turn: asked } }
}
