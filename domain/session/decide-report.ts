import type { Report } from '../effect.js'
import type { Event, EventOf } from '../event/event.js'
import { limits } from '../limits.js'
import type { Reply, ReplyFailure, ReplyFailureCode } from '../reply.js'
import { started } from '../turn/call.js'
import { retryWait } from '../turn/retry.js'
import type { Turn } from '../turn/turn.js'
import { closePending, closeStarted, neverStarted, outcomeUnknown } from './close-calls.js'
import { type Draft, emit, emitAll, type Step } from './draft.js'
import { complete, go, sendAgain } from './go.js'
import { completed } from './settle.js'
import { awaitedRequest, runningTurn, type State } from './state.js'
import { requestStop, settleStop } from './stop.js'

type ReportOf<T extends Report['type']> = Extract<Report, { readonly type: T }>

/** The events that a report gives; none when its cause is not awaited any more. */
export const decideReport = (report: Report, draft: Draft): ReadonlyArray<Event> => {
  const turn = runningTurn(draft.state)
  return turn === undefined ? [] : ofTurn(report, turn)(draft).events
}

const ofTurn = (report: Report, turn: Turn): Step => {
  switch (report.type) {
    case 'ReplyStreamed':
      return unchanged
    case 'ReplyCompleted':
      return replyCompleted(report, turn)
    case 'ReplyFailed':
      return replyFailed(report, turn)
    case 'ToolReported':
      return toolReported(report, turn)
    case 'HookReported':
      return hookReported(report, turn)
    case 'TimerFired':
      return report.timer === 'retry' ? retryDue(report, turn) : giveUp(report, turn)
  }
}

const unchanged: Step = (draft) => draft

/** Whether a reply to this cause is awaited: its request runs, unanswered, and no stop was asked. */
export const awaitsReply = (state: State, cause: number): boolean => {
  const turn = runningTurn(state)
  return (
    turn?.stop === undefined && awaitedRequest(turn) === cause && state.live.backoff === undefined
  )
}

/** How long to wait before the next attempt; nothing when the failure is final. */
export const retryAfter = (failure: ReplyFailure, state: State): number | undefined =>
  retryWait(failure, state.live.failures + 1, retriesOf(state))?.waitMs

/** Attempts that may follow the first one of a round. */
export const retriesOf = (state: State): number =>
  state.session?.model.retries ?? limits.retriesDefault

const replyCompleted =
  (report: ReportOf<'ReplyCompleted'>, turn: Turn): Step =>
  (draft) => {
    if (!awaitsReply(draft.state, report.cause)) return draft
    const { reply } = report
    const { request_id, ...said } = reply
    const data = { turn: turn.id, round: turn.request?.round ?? 1, ...said }
    const recorded = emit({
      type: 'AssistantReplied',
      data: request_id === undefined ? data : { ...data, request_id },
    })(draft)
    return afterReply(reply)(recorded)
  }

const afterReply =
  (reply: Reply): Step =>
  (draft) => {
    const turn = runningTurn(draft.state)
    if (turn === undefined) return draft
    const limit = limitSentence(reply.stop_reason)
    if (limit !== undefined) return endAtLimit(turn, reply.stop_reason, limit)(draft)
    if (turn.calls.length > 0 || turn.unfinished) return go(draft)
    return complete(turn)(emitAll(notesOn(reply, turn))(draft))
  }

const limitSentence = (stopReason: string): string | undefined => {
  if (stopReason === 'max_tokens')
    return 'The reply was cut off at model.max_tokens. Raise it, or ask for the rest.'
  return stopReason === 'model_context_window_exceeded'
    ? 'The context window is full. The next input takes the place of this turn; start a new session to begin afresh.'
    : undefined
}

// Calls that were whole are closed, since the turn ends here and every call has a result.
const endAtLimit = (turn: Turn, code: string, message: string): Step =>
  emitAll([
    ...closePending(turn, neverStarted('limit')),
    {
      type: 'TurnEnded',
      data: {
        turn: turn.id,
        result: 'limit_reached',
        error: { code, message },
        ...(code === 'model_context_window_exceeded' ? { too_long: true } : {}),
      },
    },
  ])

const notesOn = (reply: Reply, turn: Turn): ReadonlyArray<Event> => {
  if (reply.stop_reason === 'refusal')
    return [note(turn, 'refusal', '[The model refused to answer this request.]')]
  return reply.content.some(saysSomething)
    ? []
    : [note(turn, 'empty_reply', '[The model gave an empty reply.]')]
}

const saysSomething = (block: Reply['content'][number]): boolean =>
  block.type === 'tool_use' || (block.type === 'text' && block.text.trim() !== '')

const note = (turn: Turn, kind: string, text: string): Event => ({
  type: 'NoteAdded',
  data: { turn: turn.id, kind, text },
})

const replyFailed =
  (report: ReportOf<'ReplyFailed'>, turn: Turn): Step =>
  (draft) => {
    const awaited = awaitsReply(draft.state, report.cause)
    if (!awaited || retryAfter(report.failure, draft.state) !== undefined) return draft
    const { code, message } = report.failure
    const error = { code: 'provider_error', message }
    const data = { turn: turn.id, result: 'errored' as const, error, ...wayOn(code) }
    return emit({ type: 'TurnEnded', data })(draft)
  }

// What would be refused each time is left out of the requests that follow.
const wayOn = (code: ReplyFailureCode): Partial<EventOf<'TurnEnded'>['data']> => {
  if (code === 'context_too_long' || code === 'too_large') return { too_long: true }
  return code === 'thinking_refused' ? { thinking_refused: true } : {}
}

const toolReported =
  (report: ReportOf<'ToolReported'>, turn: Turn): Step =>
  (draft) => {
    const call = started(turn.calls).find((one) => one.cause === report.cause)
    if (call === undefined) return draft
    const recorded = emit(completed(turn, call, report.result))(draft)
    return turn.stop === undefined ? go(recorded) : settleStop(recorded)
  }

const hookReported =
  (report: ReportOf<'HookReported'>, turn: Turn): Step =>
  (draft) => {
    const { hook } = turn
    if (turn.stop !== undefined || hook?.cause !== report.cause) return draft
    const { decision, reason, failed } = report.answer
    const data = {
      turn: turn.id,
      on: hook.on,
      decision,
      ...(hook.call === undefined ? {} : { call: hook.call }),
      ...(reason === undefined ? {} : { reason }),
      ...(failed === undefined ? {} : { failed }),
    }
    const answered = emit({ type: 'HookAnswered', data })(draft)
    return decision === 'pause'
      ? requestStop(turn, {
          stop: 'pause',
          by: 'hook',
          ...(reason === undefined ? {} : { reason }),
        })(answered)
      : go(answered)
  }

const retryDue =
  (report: ReportOf<'TimerFired'>, turn: Turn): Step =>
  (draft) =>
    turn.stop === undefined && draft.state.live.backoff === report.cause ? sendAgain(draft) : draft

const giveUp =
  (report: ReportOf<'TimerFired'>, turn: Turn): Step =>
  (draft) =>
    turn.stop?.cause === report.cause
      ? settleStop(emitAll(closeStarted(turn, outcomeUnknown('give_up')))(draft))
      : draft
