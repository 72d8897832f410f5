import type { EventOf } from '../../domain/event/event.js'
import type { RecordRef, Seq } from '../../domain/ids.js'
import { endsGroup } from '../../domain/log/group.js'
import { type LogRecord, refOf } from '../../domain/log/record.js'
import type { Projection } from '../../domain/projection.js'
import { addForked } from './add-forked.js'
import { addReply, addStop } from './add-reply.js'
import type { Block } from './block.js'
import { completeCall, startCall } from './call.js'
import { type Core, emptyCore, type Placed, withBlock, withEnding, withoutEnding } from './core.js'
import { type ResetMark, resetCore } from './reset.js'
import { type Work, workAfter } from './work.js'

/**
 * What a session looks like to a reader: blocks in the order of the log, what was used, and how the
 * last turn ended. A taken-back turn leaves one line and nothing else.
 */
export type Transcript = Core & {
  /** Place of the first record that was folded; older ones are not here. */
  readonly first: Seq | undefined
  readonly last: RecordRef | undefined
  /** A request broke off: all together took more than `totals` tells, taken-back turns included. */
  readonly isLeast: boolean
  /** The states within the group that opened the newest turn, for taking it back. */
  readonly marks: ReadonlyArray<ResetMark>
  readonly groupMarks: ReadonlyArray<ResetMark>
}

/** The fold. Linear in the number of records; older states stay valid. */
export const transcript: Projection<Transcript> = {
  name: 'transcript',
  initial: {
    ...emptyCore,
    first: undefined,
    last: undefined,
    isLeast: false,
    marks: [],
    groupMarks: [],
  },
  apply: (state, record) => applyRecord(state, record),
}

const applyRecord = (state: Transcript, record: LogRecord): Transcript => {
  const groupMarks = [...state.groupMarks, { seq: record.seq - 1, core: coreOf(state) }]
  const core = workedCore(state, record)
  return {
    ...core,
    isLeast: state.isLeast || core.work?.isLeast === true,
    first: state.first ?? record.seq,
    last: refOf(record),
    marks: nextMarks(state, groupMarks, record),
    groupMarks: endsGroup(record) ? [] : groupMarks,
  }
}

const coreOf = ({ blocks, openCalls, totals, lastUsage, ending, work }: Transcript): Core => ({
  blocks,
  openCalls,
  totals,
  lastUsage,
  ending,
  work,
})

// What a turn took before it was taken back is part of what that brings back.
const workedCore = (state: Transcript, record: LogRecord): Core => {
  const core = nextCore(state, record)
  return { ...core, work: workAfter(record, core.work) }
}

// Only a turn without a reply is ever taken back, so its states are let go with the first reply.
const nextMarks = (
  state: Transcript,
  groupMarks: ReadonlyArray<ResetMark>,
  record: LogRecord,
): ReadonlyArray<ResetMark> => {
  if (record.type === 'InputSubmitted') return groupMarks
  return record.type === 'AssistantReplied' || record.type === 'HeadReset' ? [] : state.marks
}

// Of a log that is here from its first record on, a turn without a mark cannot be taken back.
const takesBack = ({ first, marks }: Transcript): boolean => first !== 0 || marks.length > 0

/** The one switch over all events; an event that shows nothing gives the same core. */
// eslint-disable-next-line max-lines-per-function -- one exhaustive switch
const nextCore = (state: Transcript, record: LogRecord): Core => {
  const core = coreOf(state)
  switch (record.type) {
    case 'InputSubmitted':
      return withoutEnding(withBlock(inputBlock(record), core))
    case 'AssistantReplied':
      return addReply(record, core)
    case 'StopRequested':
      return addStop(record, core)
    case 'ToolCallStarted':
      return startCall(record, core)
    case 'ToolCallCompleted':
      return completeCall(record, state.first ?? record.seq, core)
    case 'TurnResumed':
      return withoutEnding(withBlock(resumedBlock(record, core.work), core))
    case 'TurnEnded':
      return withEnding(record, core)
    case 'HeadReset':
      return takesBack(state) ? resetCore(record, state.marks, core) : core
    case 'NoteAdded':
    case 'TurnLeftOut':
    case 'ConversationCompacted':
    case 'TurnPaused':
    case 'NoticeReceived':
    case 'ChildReported':
    case 'ConfigChanged':
      return withBlock(plainBlock(record), core)
    case 'InboxDelivered':
      return withoutEnding(core)
    case 'SessionStarted':
      return addForked(record, core)
    case 'PodAttached':
    case 'PodDetached':
    case 'TailRepaired':
    case 'RoundStarted':
    case 'InputQueued':
    case 'InputWithdrawn':
    case 'HookAsked':
      return core
    case 'HookAnswered':
      return withHookReason(record, core)
  }
}

const inputBlock = ({ seq, data }: Placed<'InputSubmitted'>) => ({
  kind: 'input' as const,
  seq,
  turn: data.turn,
  input: data.input,
  segments: data.segments,
  by: data.by,
})

type PlainRecord = Placed<
  | 'NoteAdded'
  | 'TurnLeftOut'
  | 'ConversationCompacted'
  | 'TurnPaused'
  | 'NoticeReceived'
  | 'ChildReported'
  | 'ConfigChanged'
>

/** The block of a record that adds one and changes no other. */
const plainBlock = (record: PlainRecord): Block => {
  const { seq } = record
  switch (record.type) {
    case 'NoteAdded':
      return noteBlock(seq, record.data)
    case 'TurnLeftOut':
      return noteBlock(seq, { kind: 'left_out', ...record.data })
    case 'ConversationCompacted':
      return noteBlock(seq, { turn: record.data.turn, kind: 'summary', text: record.data.summary })
    case 'TurnPaused':
      return { kind: 'mark', mark: 'paused', seq, ...record.data }
    case 'NoticeReceived':
      return { kind: 'notice', seq, message: record.data.message }
    case 'ChildReported':
      return childBlock(record)
    case 'ConfigChanged':
      return { kind: 'model', seq, model: record.data.model.ref }
  }
}

// The rest that it asked for says only that a hook did.
const withHookReason = ({ seq, data }: Placed<'HookAnswered'>, core: Core): Core => {
  const { turn, decision, reason } = data
  if (decision !== 'pause' || reason === undefined) return core
  const text = `a hook asked for a pause: ${reason}`
  return withBlock(noteBlock(seq, { turn, kind: 'hook', text }), core)
}

const resumedBlock = ({ seq, data }: Placed<'TurnResumed'>, work: Work | undefined): Block => ({
  kind: 'mark',
  mark: 'resumed',
  seq,
  ...data,
  ...(work?.restored === undefined ? {} : { restored: work.restored }),
})

const noteBlock = (seq: Seq, { turn, kind, text }: EventOf<'NoteAdded'>['data']): Block => ({
  kind: 'note',
  seq,
  turn,
  note: kind,
  text,
})

const childBlock = ({ seq, data }: Placed<'ChildReported'>): Block => ({
  kind: 'child',
  seq,
  pod: data.pod_name,
  report: data.kind,
  message: data.message ?? '',
})
