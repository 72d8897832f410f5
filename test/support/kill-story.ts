import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import type { Answer } from '../../cli/pod/loop-world.js'
import { type OpenSession, openSession } from '../../cli/pod/open-session.js'
import type { InputId, SubmitKey } from '../../domain/ids.js'
import type { Timestamp } from '../../domain/time.js'
import { inputOf, type LiveSession, liveSession, submit } from './live-session.js'
import { type MortalLog, mortalLog } from './mortal-log.js'
import { reader } from './projecting.js'
import {
  call,
  type ScriptedModel,
  type SentRequest,
  scriptedModel,
  text,
} from './scripted-model.js'
import { type ScriptedTools, scriptedTools } from './scripted-tools.js'
import { someSession } from './story.js'
import { tempHome } from './temp-home.js'

/** A Submit as its client knows it; the same key is sent again when the Pod died before the answer. */
export type Submission = {
  readonly method: 'run' | 'queue'
  readonly words: string
  readonly key: SubmitKey
  answer: Answer | undefined
}

/** What outlives the Pods of one session: the disk, the model, what tools did, and a client. */
export type KillWorld = {
  readonly home: string
  readonly path: string
  readonly model: ScriptedModel
  readonly tools: ScriptedTools
  readonly submissions: Submission[]
}

/** One Pod's life in it: from its opening of the log to its death. */
export type Life = {
  readonly world: KillWorld
  readonly open: OpenSession | undefined
  readonly log: MortalLog
  readonly session: LiveSession
  /** Requests and calls of earlier lives, which nobody waits for any more. */
  readonly before: { readonly sent: number; readonly ran: number }
}

/** A world in which nothing has happened. */
export const killWorld = async (t: ExecutionContext): Promise<KillWorld> => {
  const home = await tempHome(t)
  const path = join(pathsFrom({ YOI_HOME: home }).sessions, `${someSession(1)}.jsonl`)
  return { home, path, model: scriptedModel(), tools: scriptedTools(), submissions: [] }
}

/** A Pod that opens the session as every Pod does; throws when it cannot. */
export const beginLife = async (world: KillWorld): Promise<Life> => {
  const { home, path, model, tools } = world
  const paths = pathsFrom({ YOI_HOME: home })
  const place = { paths, session: someSession(1), path, at: new Date().toISOString() as Timestamp }
  const opened = existsSync(path) ? await openSession(place, reader) : undefined
  if (opened !== undefined && E.isLeft(opened)) throw new Error(opened.left)
  const open = opened?.right
  const log = mortalLog(path, paths.quarantine, open)
  const tail = open?.tail === undefined ? {} : { tail: open.tail }
  const session = liveSession({ log, model, tools, ...tail })
  const before = { sent: model.sent.length, ran: tools.ran.length }
  return { world, open, log, session, before }
}

/** Waits until the Pod waits: nothing is being appended, and nothing follows from what was. */
export const quiet = async ({ log }: Life): Promise<void> => {
  for (let still = 0; still < 6; still += 1) {
    await new Promise(setImmediate)
    if (log.isBusy()) still = -1
  }
}

/** Sends a new Submit; its answer is kept as it comes, if it comes. */
export const send = (life: Life, method: Submission['method']): void => {
  const { submissions } = life.world
  const n = submissions.length
  const key = `01890000-0000-7000-9000-${String(n).padStart(12, '0')}` as SubmitKey
  const submission: Submission = { method, words: `words ${n}`, key, answer: undefined }
  submissions.push(submission)
  sendAgain(life, submission)
}

const sendAgain = ({ session }: Life, submission: Submission): void => {
  const ask = { ...submit(submission.method, submission.words), key: submission.key }
  void session.ask(ask as never).then((answer) => {
    submission.answer = answer
  })
}

/** What a client does that had no answer when its Pod died. */
export const sendUnanswered = async (life: Life): Promise<void> => {
  for (const one of life.world.submissions.filter(({ answer }) => answer === undefined))
    sendAgain(life, one)
  await quiet(life)
}

/** The input that a Submit was accepted as. */
export const acceptedAs = ({ answer }: Submission): InputId | undefined =>
  answer === undefined ? undefined : inputOf(answer)

/** The newest request of this life that still waits for its answer. */
export const waiting = ({ world, before }: Life): SentRequest | undefined =>
  world.model.sent.slice(before.sent).findLast((one) => !one.aborted())

let calls = 0

/** A reply with two calls that were never asked for before. */
export const twoCalls = () => {
  calls += 2
  return [call('Bash', { n: calls - 1 }, 'a'), call('Bash', { n: calls }, 'b')]
}

/** Lets all that is open come to its end: every turn, every call, every queued input. */
export const finish = async (life: Life): Promise<void> => {
  const { world, session, before } = life
  const answered = new Set<SentRequest>()
  for (let turns = 0; !isDone(life); turns += 1) {
    if (turns > 200) throw new Error(`it never ends: ${session.types().join(' ')}`)
    const { status } = session.loop.snapshot()
    if (status !== 'running') await session.resume()
    for (const one of world.model.sent.slice(before.sent))
      if (!one.aborted() && !answered.has(one)) {
        answered.add(one)
        one.reply(answerTo(one))
      }
    for (const one of world.tools.ran.slice(before.ran)) one.finish()
    await quiet(life)
  }
}

const isDone = ({ session }: Life): boolean => {
  const { status, queue } = session.loop.snapshot()
  return status === 'idle' && queue.length === 0
}

// A request that carries results is answered; every other asks for two calls.
const answerTo = ({ body }: SentRequest) =>
  JSON.stringify(body.messages.at(-1)).includes('tool_result') ? [text('all done')] : twoCalls()
