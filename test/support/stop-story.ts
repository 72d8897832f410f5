import type { HookAnswer } from '../../domain/hook.js'
import type { HookPoint } from '../../domain/hook-point.js'
import { type GatedLog, gatedLog } from './gated-log.js'
import { type LiveSession, liveSession, submit } from './live-session.js'
import { call, type SentRequest, text } from './scripted-model.js'

/** What opens the turn that is stopped. */
export const openers = ['run', 'queue', 'notice', 'child report', 'resume'] as const
export type Opener = (typeof openers)[number]

/** A session in which one turn is opened, stopped and gone on with; the world outlives a crash. */
export type StopStory = {
  readonly log: GatedLog
  readonly session: LiveSession
  /** Lines of the log and notifications that were there before the turn was opened. */
  readonly asked: () => number
  readonly answerHook: () => void
}

/** A story with nothing told; `hook` is asked at that point and answers when it is told to. */
export const stopStory = (hook?: HookPoint): StopStory => {
  const log = gatedLog()
  const waiting: Array<(answer: HookAnswer) => void> = []
  let asked = 0
  const hooks = {
    ask: () =>
      new Promise<HookAnswer>((resolve) => {
        asked += 1
        waiting.push(resolve)
      }),
  }
  const answerHook = () => {
    for (const answer of waiting.splice(0)) answer({ decision: 'continue' })
  }
  const hookPoints = hook === undefined ? [] : [hook]
  const session = liveSession({ log, hooks, hookPoints })
  return { log, session, asked: () => asked, answerHook }
}

/** The same session after kill -9 in this moment: a new loop over what the log holds. */
export const killed = ({ log, session }: StopStory): StopStory => {
  const next = gatedLog({ lines: log.lines() })
  const { model, tools } = session
  return {
    log: next,
    session: liveSession({ log: next, model, tools }),
    asked: () => 0,
    answerHook: () => undefined,
  }
}

/** Brings the session to where `open` opens the turn. */
export const readyToOpen = async (opener: Opener, story: StopStory): Promise<void> => {
  const { session } = story
  if (opener !== 'queue' && opener !== 'resume') return
  await session.run('first')
  const first = await session.model.request(1)
  if (opener === 'queue') await session.ask(submit('queue', 'go'))
  else {
    first.stream({ kind: 'text', block: 0, text: 'begun' })
    await session.nth('text_delta', 1)
    await session.pause()
    await session.nth('run_end', 1)
  }
}

/** Opens the turn: the promise is of the answer, or of nothing where a reply opens it. */
export const open = (opener: Opener, { session }: StopStory): Promise<unknown> => {
  switch (opener) {
    case 'run':
      return session.run('go')
    case 'queue':
      return Promise.resolve(session.model.sent[0]?.reply([text('first is done')]))
    case 'notice':
      return session.ask({ method: 'notify', message: 'go', autoRun: true })
    case 'child report':
      return session.ask({ method: 'pod_event', kind: 'turn_ended', podName: 'child' })
    case 'resume':
      return session.resume()
  }
}

/** Requests that the session had sent before the turn was opened. */
export const sentBefore = (opener: Opener): number =>
  opener === 'queue' || opener === 'resume' ? 1 : 0

let calls = 0

/** Two calls that were never asked for before. */
export const twoCalls = () => {
  calls += 2
  return [call('Bash', { n: calls - 1 }, 'a'), call('Bash', { n: calls }, 'b')]
}

/** Lets everything go on, answering whatever is asked, until the fact holds. */
export const letGoOn = async (fact: () => boolean, story: StopStory): Promise<void> => {
  const { model, tools } = story.session
  const answered = new Set<SentRequest>()
  for (let turns = 0; !fact(); turns += 1) {
    if (turns > 10_000) throw new Error(`never: ${fact}\n${story.session.types().join(' ')}`)
    for (const request of model.sent.filter((one) => !one.aborted() && !answered.has(one))) {
      answered.add(request)
      request.reply(answerTo(request))
    }
    for (const one of tools.ran) one.finish()
    story.answerHook()
    await new Promise(setImmediate)
  }
}

// A request that carries results, or another question, is answered; any other asks for two calls.
const answerTo = ({ body }: SentRequest) => {
  const last = JSON.stringify(body.messages.at(-1))
  return /tool_result|something else/.test(last) ? [text('all done')] : twoCalls()
}

/** Lets whatever is under way come to its own next wait. */
export const settled = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await new Promise(setImmediate)
}
