import { hold, lift, returned, withoutInput } from '../inbox/inbox.js'
import { append } from '../list.js'
import { type LogRecord, refOf } from '../log/record.js'
import { callsOf } from '../turn/call.js'
import type { Item } from '../turn/item.js'
import { assistantItem, noteItem, resultItem, submitItem } from '../turn/item-of.js'
import { atRest, newTurn, resumed, type Turn, withCall, withStop } from '../turn/turn.js'
import { accepted } from './accepted.js'
import { attempted, quiet } from './live.js'
import type { Conversation, State } from './state.js'
import { addUsage } from './usage.js'

type TurnRecord = Extract<
  LogRecord,
  {
    readonly type:
      | 'InputSubmitted'
      | 'RoundStarted'
      | 'AssistantReplied'
      | 'ToolCallStarted'
      | 'ToolCallCompleted'
      | 'NoteAdded'
      | 'StopRequested'
      | 'TurnPaused'
      | 'TurnResumed'
      | 'TurnEnded'
      | 'HeadReset'
  }
>
type RecordOf<K extends TurnRecord['type']> = Extract<TurnRecord, { readonly type: K }>

/** The state after a record of the turn family. */
export const evolveTurn = (state: State, record: TurnRecord): State => {
  switch (record.type) {
    case 'InputSubmitted':
      return submitted(state, record)
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
    case 'StopRequested':
      return stopRequested(state, record)
    case 'TurnPaused':
      return paused(state, record)
    case 'TurnResumed':
      return turnResumed(state, record)
    case 'TurnEnded':
      return ended(state, record)
    case 'HeadReset':
      return reset(state, record)
  }
}

type Change = { readonly item?: Item; readonly turn?: Turn; readonly more?: Partial<Conversation> }

/** The conversation moved its head to `record`, with what the record added to it. */
const talked = (state: State, record: LogRecord, change: Change): State => ({
  ...state,
  conversation: {
    ...state.conversation,
    head: refOf(record),
    ...(change.item === undefined
      ? {}
      : { items: append(state.conversation.items, change.item) }),
    ...(change.turn === undefined ? {} : { turn: change.turn }),
    ...change.more,
  },
})

/** The open turn, when the record speaks of it. */
const turnOf = (state: State, record: TurnRecord): Turn | undefined =>
  state.conversation.turn?.id === record.data.turn ? state.conversation.turn : undefined

const submitted = (state: State, record: RecordOf<'InputSubmitted'>): State => {
  const { turn: id, input, segments, by, via } = record.data
  const turn = newTurn(id, via === 'run' ? 'run' : 'queue', { input, segments, by })
  const waited = state.inbox.inputs.some((one) => one.id === input)
  const inbox = withoutInput(state.inbox, input)
  const opened = talked(state, record, {
    item: submitItem(segments, id, record.seq),
    turn,
    more: {
      segments: append(state.conversation.segments, { turn: id, seq: record.seq, segments }),
      errored: undefined,
    },
  })
  return {
    ...opened,
    before: by === 'host' ? state.closing : undefined,
    closing: undefined,
    taken: [],
    live: quiet,
    inbox: via === 'queue' ? inbox : lift(inbox),
    keys: waited ? state.keys : accepted(state.keys, record.data),
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
    conversation: { ...state.conversation, turn: { ...turn, request, unfinished: false } },
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

const stopRequested = (state: State, record: RecordOf<'StopRequested'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined || turn.resting) return state
  const { stop, by, shown } = record.data
  const stopped = withStop(turn, { asked: stop, by, cause: record.seq })
  return {
    ...state,
    inbox: hold(state.inbox),
    live: { ...quiet, shown: state.live.shown || shown.length > 0 },
    conversation: { ...state.conversation, turn: stopped },
  }
}

const paused = (state: State, record: RecordOf<'TurnPaused'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined || turn.resting) return state
  return {
    ...talked(state, record, { turn: atRest(turn) }),
    inbox: hold(state.inbox),
    before: undefined,
    taken: [],
    live: quiet,
  }
}

const turnResumed = (state: State, record: RecordOf<'TurnResumed'>): State => {
  const { turn, errored } = state.conversation
  const resting = turn?.resting === true ? turn : turn === undefined ? errored : undefined
  if (resting?.id !== record.data.turn) return state
  return {
    ...talked(state, record, { turn: resumed(resting), more: { errored: undefined } }),
    inbox: lift(state.inbox),
    before: undefined,
    taken: [],
    live: quiet,
  }
}

// Finishing goes on with what waits. Any other ending holds it, unless a Submit closed the turn.
const ended = (state: State, record: RecordOf<'TurnEnded'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined) return state
  const { result, by } = record.data
  const goesOn = result === 'finished' || by === 'run'
  const { stop: _, ...settled } = turn
  const told = talked(state, record, {
    more: { turn: undefined, errored: result === 'errored' ? settled : undefined },
  })
  return {
    ...told,
    inbox: goesOn ? state.inbox : hold(state.inbox),
    before: undefined,
    taken: [],
    live: quiet,
  }
}

// The head is the one that stood at `to`, which need not be a record that moves it (a Pod that came,
// an input that was queued), so what is shown of the session is exactly what was shown before.
const reset = (state: State, record: RecordOf<'HeadReset'>): State => {
  const { before } = state
  const turn = turnOf(state, record)
  if (turn === undefined || before === undefined || before.to.seq !== record.data.to.seq)
    return state
  return {
    ...state,
    conversation: before.conversation,
    inbox: returned(state.inbox, state.taken),
    before: undefined,
    taken: [],
    live: quiet,
  }
}
