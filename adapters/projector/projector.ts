import { setImmediate as turn } from 'node:timers/promises'
import type { Seq } from '../../domain/ids.js'
import type { LogProblem } from '../../domain/log/reading.js'
import type { Clock, LogReader } from '../../domain/ports.js'
import type { SessionFiles } from '../../domain/projection.js'
import { messageOf } from '../node/message-of.js'
import { writeCure } from '../node/write-cure.js'
import { filesAgree } from './files-agree.js'
import { type Followed, followLog, isProblem, notFollowed } from './follow-log.js'
import { forgetLostCheckpoints } from './forget-lost-checkpoints.js'
import { type Kept, keepLostCheckpoint } from './keep-lost-checkpoint.js'
import type { LogAndFolder } from './log-holds.js'
import { seqWaiters } from './seq-waiters.js'
import {
  checkpointIsOurs,
  type Placed,
  type Written,
  writeSessionFiles,
} from './write-session-files.js'

export type ProjectorOptions<S> = LogAndFolder & {
  readonly reader: LogReader
  readonly clock: Clock
  readonly files: SessionFiles<S>
  /** What the log gave to whoever has read it already; nothing of that is read again. */
  readonly from?: Followed<S>
  /** Told in one sentence what kept the files from agreeing; each trouble once. */
  readonly onTrouble: (sentence: string) => void
}

/** Keeps the files of one session current with its log. */
export type Projector = {
  /**
   * Follows the log to its end and writes what changed. Calls while it works are joined into one
   * more pass; the promise resolves when that pass is over. Never rejects: what fails is trouble,
   * and the next advance tries again. False when that may do better though the log stays as it is.
   */
  readonly advance: () => Promise<boolean>
  /**
   * Resolves with true when the files agree with every record up to `seq`, or with false when they
   * still do not after `limits.projectorLagMs`, or at the close. Starts nothing by itself.
   */
  readonly reached: (seq: Seq) => Promise<boolean>
  /** Waits for what runs; writes nothing afterwards. */
  readonly close: () => Promise<void>
}

/**
 * Follows one log. The fold stays in memory, so that an advance costs what is new; without `from`
 * the log is read whole once, unless its files agree with it and nothing new comes.
 */
export const projector = <S>(options: ProjectorOptions<S>): Projector => {
  const waiters = seqWaiters()
  const tell = onceEach(options.onTrouble)
  const pass = onePass(options, { trustsFiles: true, arrive: waiters.arrive })
  let current: Promise<boolean> = Promise.resolve(true)
  let next: Promise<boolean> | undefined
  let closed = false

  const begin = async (): Promise<boolean> => {
    // What is told of the record goes out first, and calls of this turn are joined.
    await turn()
    next = undefined
    if (closed) return true
    const { trouble, passes } = await pass()
    tell(passes === true ? `${trouble}, and it is tried again` : trouble)
    return passes !== true
  }
  const advance = (): Promise<boolean> => {
    next ??= current = current.then(begin)
    return next
  }
  const close = async (): Promise<void> => {
    closed = true
    waiters.giveUp()
    await current
  }
  return { advance, reached: waiters.reached, close }
}

/** What came of a rebuild. `empty`: the log has no whole record, so there is nothing to make. */
export type Rebuilt =
  | { readonly type: 'made' | 'empty' }
  | { readonly type: 'failed'; readonly trouble: string }

/** Makes the files of one session from its log alone, whatever they were. */
export const rebuildSession = async <S>(source: Source<S>): Promise<Rebuilt> => {
  const pass = onePass(source, { trustsFiles: false, arrive: () => undefined })
  let before: Seq | undefined
  // A live Pod may have written newer files meanwhile: who writes last must have seen the end.
  for (;;) {
    const { trouble, seq } = await pass()
    if (seq === undefined)
      return trouble === undefined ? { type: 'empty' } : { type: 'failed', trouble }
    // What an earlier state of the log had more is no trouble of the files.
    if (seq === before) return { type: 'made' }
    before = seq
  }
}

type Source<S> = Omit<ProjectorOptions<S>, 'onTrouble'>
type Policy = { readonly trustsFiles: boolean; readonly arrive: (seq: Seq) => void }

/** `seq`: the record that the files agree with. `passes`: the trouble may be over with time. */
type PassResult = { readonly seq?: Seq; readonly trouble?: string; readonly passes?: boolean }

// One pass at a time; what it learns stays for the next.
const onePass = <S>(source: Source<S>, { trustsFiles, arrive }: Policy) => {
  let followed = source.from ?? notFollowed(source.files)
  let written: Written = new Map()
  let isFirst = true
  let mayBeLost = true

  const catchUp = async (): Promise<PassResult> => {
    // Only a projector that has not written yet may find its work done.
    const fresh = trustsFiles && isFirst
    isFirst = false
    const agreed = fresh ? await filesAgree(source, source.reader) : undefined
    if (agreed !== undefined) return arrived(agreed.tip.seq)
    const onAnew = () => {
      written = new Map()
    }
    const from = followed.place.offset
    const outcome = await followLog({ ...source, onAnew }, followed)
    if (isProblem(outcome)) return notFollowedOn(source, outcome)
    followed = outcome
    if (followed.foreign !== undefined) return notUnderstood(source, followed.foreign)
    const { before: tip, offset } = followed.place
    return tip === undefined ? {} : write({ ...followed, tip }, offset > from)
  }
  // New lines name the hash of the line before, so a log that has some holds what was written of it.
  const write = async (placed: Placed<S>, hasNew: boolean): Promise<PassResult> => {
    const isHeld = hasNew && (await checkpointIsOurs(source.folder, written))
    const lost = isHeld ? undefined : await keepLostCheckpoint(source, source.clock)
    written = await writeSessionFiles(source, placed, written)
    // Behind the new checkpoint, so that one of them is always there to witness.
    mayBeLost = (mayBeLost || lost !== undefined) && (await forgetLostCheckpoints(source))
    return { ...arrived(placed.tip.seq), ...(lost === undefined ? {} : setAside(source, lost)) }
  }
  const arrived = (seq: Seq): PassResult => {
    arrive(seq)
    return { seq }
  }
  return (): Promise<PassResult> => catchUp().catch((error: unknown) => notWritten(source, error))
}

// The same trouble again is no news until something else came of a pass.
const onceEach = (onTrouble: (sentence: string) => void) => {
  let last: string | undefined
  return (sentence: string | undefined): void => {
    if (sentence !== undefined && sentence !== last) onTrouble(sentence)
    last = sentence
  }
}

const notFollowedOn = (where: LogAndFolder, problem: LogProblem): PassResult =>
  problem.kind === 'unreadable' ? notRead(where, problem) : damaged(where, problem)

const notRead = ({ log }: LogAndFolder, { message }: LogProblem): PassResult => ({
  trouble: `${log}: ${message}; history.json and status.json are left as they are`,
  passes: true,
})

const damaged = ({ log, session }: LogAndFolder, problem: LogProblem): PassResult => ({
  trouble:
    `${log}, line ${problem.line}, byte ${problem.offset}: ${problem.message}; history.json and ` +
    `status.json are left as they are, see yoi verify ${session}`,
})

const notUnderstood = ({ log }: LogAndFolder, what: string): PassResult => ({
  trouble:
    `${log} holds ${what}, which this version does not know; history.json and status.json are ` +
    'left as they are, use the version of yoi that wrote it',
})

const notWritten = ({ folder }: LogAndFolder, error: unknown): PassResult => ({
  trouble:
    `the files in ${folder} could not be written (${messageOf(error)}): ${writeCure(error)}; ` +
    'the log is not affected',
  passes: true,
})

const setAside = ({ log, folder }: LogAndFolder, { name, why }: Kept): PassResult => ({
  trouble:
    why === 'lost'
      ? `${log} no longer holds records that were seen in it; the checkpoint that saw them is ` +
        `kept as ${folder}/${name}`
      : `the checkpoint in ${folder} cannot be read, and is kept as ${name}: chmod 600 it, so that ` +
        'what it saw can be looked for in the log',
})
