import { hold, lift, returned, withoutInput } from '../inbox/inbox.js'
import { append } from '../list.js'
import { submitItem } from '../turn/item-of.js'
import { atRest, newTurn, resumed, withStop } from '../turn/turn.js'
import { accepted } from './accepted.js'
import { evolveCompacted } from './evolve-compacted.js'
import { evolveLeftOut } from './evolve-left-out.js'
import { evolveWork } from './evolve-work.js'
import { quiet } from './live.js'
import type { State } from './state.js'
import { type TurnRecord, talked, turnOf } from './talk.js'
import { addUsage } from './usage.js'

type RecordOf<K extends TurnRecord['type']> = Extract<TurnRecord, { readonly type: K }>

/** The state after a record of the turn family. */
export const evolveTurn = (state: State, record: TurnRecord): State => {
  switch (record.type) {
    case 'InputSubmitted':
      return submitted(state, record)
    case 'RoundStarted':
    case 'AssistantReplied':
    case 'ToolCallStarted':
    case 'ToolCallCompleted':
    case 'NoteAdded':
    case 'HookAsked':
    case 'HookAnswered':
      return evolveWork(state, record)
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
    case 'TurnLeftOut':
      return evolveLeftOut(state, record)
    case 'ConversationCompacted':
      return evolveCompacted(state, record)
  }
}

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
      tooLong: undefined,
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

const stopRequested = (state: State, record: RecordOf<'StopRequested'>): State => {
  const turn = turnOf(state, record)
  if (turn === undefined || turn.resting) return state
  const { stop, by, shown, usage } = record.data
  const { usage: spent } = state.conversation
  const stopped = withStop(turn, { asked: stop, by, cause: record.seq })
  return {
    ...state,
    inbox: hold(state.inbox),
    live: { ...quiet, shown: state.live.shown || shown.length > 0 },
    conversation: {
      ...state.conversation,
      turn: stopped,
      usage: usage === undefined ? spent : addUsage(spent, usage),
    },
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
    ...talked(state, record, {
      turn: resumed(resting),
      more: { errored: undefined, tooLong: undefined },
    }),
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
  const { result, by, too_long, thinking_refused } = record.data
  const goesOn = result === 'finished' || by === 'run'
  const { stop: _, ...settled } = turn
  const told = talked(state, record, {
    more: {
      turn: undefined,
      errored: result === 'errored' ? settled : undefined,
      tooLong: too_long === true ? turn.id : undefined,
      ...(thinking_refused === true ? { thinkingFrom: record.seq } : {}),
    },
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
