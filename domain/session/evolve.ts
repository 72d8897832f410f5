import { hold } from '../inbox/inbox.js'
import { limits } from '../limits.js'
import { type LogRecord, refOf } from '../log/record.js'
import { evolveInbox } from './evolve-inbox.js'
import { evolveTurn } from './evolve-turn.js'
import { initialState, type State } from './state.js'
import { takenAlong } from './taken-along.js'

/**
 * The state after one more record. Total: what a record says of a turn or a call that is not there
 * changes nothing, so no log, however made, can break a fold.
 */
export const evolve = (state: State, record: LogRecord): State => {
  const placed = { ...state, tip: refOf(record) }
  switch (record.type) {
    case 'SessionStarted':
      return started(placed, record)
    case 'PodAttached':
      return attached(placed, record)
    case 'PodDetached':
      return state.pod === undefined ? placed : { ...placed, pod: { ...state.pod, left: true } }
    case 'ConfigChanged':
      return reconfigured(placed, record)
    case 'TailRepaired':
      return placed
    case 'InputQueued':
    case 'InputWithdrawn':
    case 'NoticeReceived':
    case 'ChildReported':
    case 'InboxDelivered':
      return evolveInbox(placed, record)
    case 'InputSubmitted':
    case 'RoundStarted':
    case 'AssistantReplied':
    case 'ToolCallStarted':
    case 'ToolCallCompleted':
    case 'NoteAdded':
    case 'HookAsked':
    case 'HookAnswered':
    case 'StopRequested':
    case 'TurnPaused':
    case 'TurnResumed':
    case 'TurnEnded':
    case 'HeadReset':
    case 'TurnLeftOut':
    case 'ConversationCompacted':
      return evolveTurn({ ...placed, ...anchored(state, record) }, record)
  }
}

/** The fold of a whole log. */
export const evolveAll = (records: Iterable<LogRecord>, from: State = initialState): State => {
  let state = from
  for (const record of records) state = evolve(state, record)
  return state
}

type RecordOf<K extends LogRecord['type']> = Extract<LogRecord, { readonly type: K }>

const started = (state: State, record: RecordOf<'SessionStarted'>): State => ({
  ...state,
  session: {
    id: record.data.session,
    cwd: record.data.cwd,
    system: record.data.system,
    model: record.data.model,
    maxRounds: record.data.max_rounds ?? limits.maxRoundsDefault,
  },
  conversation: {
    ...state.conversation,
    ...takenAlong(record.data.conversation ?? [], record.seq),
    head: refOf(record),
  },
})

// Taking a session that has a past holds what waits in it: nothing starts by itself after a restore.
const attached = (state: State, record: RecordOf<'PodAttached'>): State => ({
  ...state,
  ...moved(state, record.data.cwd),
  pod: {
    name: record.data.pod,
    scope: record.data.scope,
    tools: record.data.tools,
    hooks: record.data.hooks ?? [],
    left: false,
  },
  inbox: state.pod === undefined ? state.inbox : hold(state.inbox),
})

const moved = ({ session }: State, cwd: string | undefined): Pick<State, 'session'> =>
  session === undefined || cwd === undefined ? {} : { session: { ...session, cwd } }

const reconfigured = (state: State, record: RecordOf<'ConfigChanged'>): State =>
  state.session === undefined
    ? state
    : { ...state, session: { ...state.session, model: record.data.model } }

// A Submit closes a resting turn first, or leaves one out that was too long. That is the Submit's own
// part, so a rollback goes back to before it: the place is remembered when it begins.
const anchored = (
  state: State,
  record: LogRecord,
): { readonly closing?: State['closing'] | undefined } => {
  const begins = isClosing(record) || makesRoom(record) || record.type === 'InputSubmitted'
  if (begins && state.closing === undefined && state.tip !== undefined)
    return { closing: { to: state.tip, conversation: state.conversation } }
  return begins || record.type === 'NoteAdded' ? {} : { closing: undefined }
}

const isClosing = (record: LogRecord): boolean =>
  (record.type === 'ToolCallCompleted' || record.type === 'TurnEnded') && record.data.by === 'run'

const makesRoom = (record: LogRecord): boolean => record.type === 'TurnLeftOut'
