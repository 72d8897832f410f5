import type * as E from 'fp-ts/lib/Either.js'
import type { Event } from '../event/event.js'
import type { InputId } from '../ids.js'
import type { Ask } from '../input.js'
import { limits } from '../limits.js'
import { isOver } from '../segment-size.js'
import { type Draft, emit } from './draft.js'
import { isNews } from './evolve-inbox.js'
import { sendNext } from './go.js'
import type { State } from './state.js'
import {
  accept,
  type Decision,
  isLeaving,
  type Rejection,
  reject,
  shuttingDown,
} from './verdict.js'

type InboxAsk = Extract<Ask, { readonly method: 'withdraw' | 'notify' | 'pod_event' }>
type AskOf<M extends InboxAsk['method']> = Extract<InboxAsk, { readonly method: M }>

/** Decides `withdraw`, `notify` and `pod_event`. */
export const decideInbox = (
  ask: InboxAsk,
  id: InputId,
  draft: Draft,
): E.Either<Rejection, Decision> => {
  switch (ask.method) {
    case 'withdraw':
      return withdraw(ask, draft)
    case 'notify':
      return notify(ask, id, draft)
    case 'pod_event':
      return podEvent(ask, id, draft)
  }
}

const withdraw = (ask: AskOf<'withdraw'>, draft: Draft) => {
  const waiting = draft.state.inbox.inputs.find((one) => one.id === ask.input)
  if (waiting === undefined)
    return reject(
      'unknown_input',
      `No input ${ask.input} waits in the queue: it has run, was taken back, or was never here.`,
    )
  const event: Event = { type: 'InputWithdrawn', data: { input: waiting.id, by: 'host' } }
  return accept(emit(event)(draft), { input: waiting.id, segments: waiting.segments })
}

const notify = (ask: AskOf<'notify'>, id: InputId, draft: Draft) => {
  const fault = newsFault(ask.message, draft.state)
  if (isLeaving(draft.state)) return shuttingDown(draft.state)
  if (fault !== undefined) return fault
  const data = { notice: id, message: ask.message, auto_run: ask.autoRun }
  const kept = emit({ type: 'NoticeReceived', data })(draft)
  const opens = ask.autoRun && draft.state.conversation.turn === undefined
  return accept(opens ? sendNext(kept) : kept, { input: id })
}

const podEvent = (ask: AskOf<'pod_event'>, id: InputId, draft: Draft) => {
  const fault = newsFault(ask.message ?? '', draft.state)
  if (isLeaving(draft.state)) return shuttingDown(draft.state)
  if (fault !== undefined) return fault
  const kept = emit(childReported(ask, id))(draft)
  const idle = draft.state.conversation.turn === undefined
  const opens = isNews(ask.kind) && idle && !draft.state.inbox.held
  return accept(opens ? sendNext(kept) : kept, { input: id })
}

const childReported = (ask: AskOf<'pod_event'>, id: InputId): Event => ({
  type: 'ChildReported',
  data: {
    report: id,
    kind: ask.kind,
    pod_name: ask.podName,
    ...(ask.message === undefined ? {} : { message: ask.message }),
    ...(ask.detail === undefined ? {} : { detail: ask.detail }),
  },
})

const newsFault = (message: string, state: State) => {
  if (state.inbox.news.length >= limits.noticesMax)
    return reject(
      'queue_full',
      `${limits.noticesMax} notices wait and no more are kept: send a message or resume, so that a turn takes them.`,
    )
  return isOver(message, limits.noticeBytesMax)
    ? reject('invalid_request', `The message is longer than ${limits.noticeBytesMax} bytes.`)
    : undefined
}
