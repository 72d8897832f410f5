import { basename } from 'node:path'
import type { RecordRef } from '../../domain/ids.js'
import { isForeignLog, type LogProblem } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'

/** A fault of a log, and the last record of the whole groups in front of it. */
export type Damage = { readonly problem: LogProblem; readonly good: RecordRef | undefined }

/** The first fault of a log with what is good before it; undefined when there is none. */
export const firstDamage = async (reader: LogReader, path: string): Promise<Damage | undefined> => {
  let good: RecordRef | undefined
  for await (const reading of reader.read(path, { onProblem: 'stop' })) {
    if (reading.type === 'problem') return { problem: reading.problem, good }
    if (reading.type === 'group') good = reading.next.before
  }
  return undefined
}

/** A fault of a log as sentences that say where it is and how the session may be continued. */
export const damageSentence = (path: string, { problem, good }: Damage): string =>
  `${path}, line ${problem.line}, byte ${problem.offset}: ${problem.message}. ` +
  `The session cannot be continued; yoi verify ${sessionIn(path)} tells all that is wrong` +
  (problem.kind === 'unreadable' || isForeignLog(problem) ? '.' : wayOn(path, good))

const wayOn = (path: string, good: RecordRef | undefined): string =>
  good === undefined
    ? '. Nothing in front of the damage is whole, so there is nothing to go on from.'
    : `, and ${forkCommand(sessionIn(path), good)} begins a new session with what was said before.`

/** What to do with a session that a list calls damaged, or that no Pod goes on with. */
export const troubleAdvice = (session: string, problem: string): string => {
  const verify = `yoi verify ${session} tells all that is wrong`
  return isDamage(problem)
    ? `${verify}; yoi fork ${session} goes on from what is good before that, if anything is`
    : verify
}

/** A line that is damaged is named by its place; a log of a later version, say, has none. */
export const isDamage = (problem: string): boolean => /^(?:line \d+, )?byte \d+: /.test(problem)

/** The command that goes on from the last good record of a damaged session. */
export const forkCommand = (session: string, good: Pick<RecordRef, 'seq'>): string =>
  `yoi fork ${session} --at ${good.seq}`

const sessionIn = (path: string): string => basename(path, '.jsonl')
