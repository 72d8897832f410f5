import type { Effect } from '../effect.js'
import { limits } from '../limits.js'
import type { LogRecord } from '../log/record.js'
import { toolTraits } from '../tool/spec.js'
import { started } from '../turn/call.js'
import type { Turn } from '../turn/turn.js'
import { requestOf } from './request.js'
import { awaitedRequest, runningTurn, type State } from './state.js'

/**
 * The outside work that a durable record calls for, in order. `before` and `after` are the states on
 * its two sides. Nothing else starts work, except the timer of a retry (observe.ts).
 */
export const react = (before: State, record: LogRecord, after: State): ReadonlyArray<Effect> => {
  switch (record.type) {
    case 'RoundStarted':
      return requestReply(record, after)
    case 'ToolCallStarted':
      return runTool(record, after)
    case 'StopRequested':
      return stopWork(runningTurn(before), record.seq)
    case 'HookAsked':
      return runHook(record, after)
    case 'PodDetached':
      return [{ type: 'Leave', by: record.data.by }]
    case 'SessionStarted':
    case 'PodAttached':
    case 'ConfigChanged':
    case 'TailRepaired':
    case 'InputSubmitted':
    case 'AssistantReplied':
    case 'ToolCallCompleted':
    case 'NoteAdded':
    case 'HookAnswered':
    case 'TurnPaused':
    case 'TurnResumed':
    case 'TurnEnded':
    case 'HeadReset':
    case 'TurnLeftOut':
    case 'ConversationCompacted':
    case 'InputQueued':
    case 'InputWithdrawn':
    case 'NoticeReceived':
    case 'ChildReported':
    case 'InboxDelivered':
      return []
  }
}

type RecordOf<K extends LogRecord['type']> = Extract<LogRecord, { readonly type: K }>

const requestReply = (record: RecordOf<'RoundStarted'>, after: State): ReadonlyArray<Effect> => {
  const request = requestOf(after)
  const { turn, round } = record.data
  return request === undefined
    ? []
    : [{ type: 'RequestReply', cause: record.seq, turn, round, request }]
}

const runTool = (record: RecordOf<'ToolCallStarted'>, after: State): ReadonlyArray<Effect> => {
  const call = runningTurn(after)?.calls.find((one) => one.cause === record.seq)
  if (call === undefined) return []
  const { id, name, input, inputError } = call
  const work = { cause: record.seq, turn: record.data.turn, call: id, name, input }
  return [{ type: 'RunTool', ...work, ...(inputError === undefined ? {} : { inputError }) }]
}

const runHook = (record: RecordOf<'HookAsked'>, after: State): ReadonlyArray<Effect> => {
  const { session } = after
  if (session === undefined) return []
  const { on, turn } = record.data
  const call = runningTurn(after)?.calls.find((one) => one.id === record.data.call)
  const about =
    call === undefined ? {} : { call: { id: call.id, name: call.name, input: call.input } }
  const question = { on, session: session.id, turn, ...about }
  return [{ type: 'RunHook', cause: record.seq, question }]
}

// Long tools get their abort signal with every stop; the time to give up counts from the first.
const stopWork = (turn: Turn | undefined, cause: number): ReadonlyArray<Effect> => {
  const request = awaitedRequest(turn)
  const running = started(turn?.calls ?? [])
  const long = running.filter((call) => toolTraits(call.name).stop === 'long')
  return [
    ...(request === undefined ? [] : [{ type: 'AbortReply' as const, cause: request }]),
    ...(turn?.hook === undefined ? [] : [{ type: 'AbortHook' as const, cause: turn.hook.cause }]),
    ...long.flatMap(({ cause: call }) =>
      call === undefined ? [] : [{ type: 'AbortTool' as const, cause: call }],
    ),
    ...(running.length > 0 && turn?.stop === undefined ? [giveUpTimer(cause)] : []),
  ]
}

const giveUpTimer = (cause: number): Effect => ({
  type: 'StartTimer',
  timer: 'give_up',
  cause,
  waitMs: limits.giveUpMs,
})
