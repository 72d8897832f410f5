import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { limits } from '../../domain/limits.js'
import { isForeignLog, type LogProblem } from '../../domain/log/reading.js'
import type { HealthReport } from '../../projections/health.js'
import { repairWords } from '../../projections/repair-words.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { noProgress, type Progress, progressOn } from '../progress.js'
import { untilInterrupted } from '../replay/interruption.js'
import { forkCommand } from '../sessions/damage.js'
import { heldSessions, type ListHolders } from '../sessions/held-sessions.js'
import { lostSessions } from '../sessions/lost-sessions.js'
import { namedSessions } from '../sessions/named-sessions.js'
import { problemWords } from '../sessions/problem-words.js'
import { sessionPlace } from '../sessions/session-place.js'
import type { VerifyTask } from '../sessions/verifier-thread.js'
import { verifyMany } from '../sessions/verify-many.js'

/** `yoi verify`: whether a log is intact and complete. `listHolders` gives the live Pods. */
export const verifyCommand = (listHolders: ListHolders): Command => ({
  name: 'verify',
  summary: 'check that the log of a session was not altered and lacks nothing',
  help: `
Usage: yoi verify [<session> | --all] [--json]

Checks every record of a session's log: its hash over the bytes of its line, the chain to the line
before, its place, its group and its shape. <session> is an id or any part of one that no other
session has; without it all sessions are checked, several at once where that helps. Damage is told
with line, byte and record, and the check goes on behind it; nothing is changed.

Two verdicts: a log is intact when every record holds (a torn tail is said, and never happened),
and complete when it still holds the last record that was seen of it, as its checkpoint names it,
and no earlier checkpoint lies set aside (checkpoint.lost-<time>.json) because the log did not hold
it; "unknown" says that no checkpoint could be read, or not the log, and is no failure. What is
missed is told with the file that saw it. A log that is gone is told as long as its checkpoint is
there. A live log is checked to its last whole group. repairs counts what the next request to the
model has to mend; it is null for a conversation that is longer than any request.

  --all    all sessions
  --json   {session, intact, complete, records, tip, head, problems, problems_left_out?, last_good?,
           repairs}; an array for all. The first ${limits.problemsTold} problems are told, last_good is where
           yoi fork can go on from

Exit codes: 0 all well, 1 the session was not found, 2 usage, 3 not intact or not complete,
130 interrupted.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options, wordsMax: 1 })
    if (E.isLeft(parsed)) return misused(io, { command: 'verify', sentence: parsed.left })
    const { all = false, json = false } = parsed.right.values
    const [part] = parsed.right.words
    return part !== undefined && all
      ? misused(io, { command: 'verify', sentence: 'Give a session or --all, not both.' })
      : untilInterrupted(() => verified(io, { listHolders, part, json }))
  },
})

const options = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const

type Asked = {
  readonly listHolders: ListHolders
  readonly part: string | undefined
  readonly json: boolean
}

const verified = async (io: CommandIo, { listHolders, part, json }: Asked): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const files = await namedSessions(paths, part)
  const lost = await lostSessions(paths, part)
  if (E.isLeft(files) && lost.length !== 1) return refused(io, files.left)
  const held = await heldSessions(listHolders, io)
  const tasks = (E.isRight(files) ? files.right : []).map((file) => ({
    place: sessionPlace(paths, file),
    bytes: file.sizeBytes,
    isLive: held.has(file.session),
  }))
  const progress = progressOf(io, tasks)
  const onReport = async (report: HealthReport): Promise<void> => {
    if (json) return
    await progress.clear()
    await writeText(io.stdout, await onTerminal(reportText(report), io.stdout.columns))
  }
  const checked = await verifyMany(tasks, { onReport, onAdvance: progress.advance })
  await progress.clear()
  for (const report of lost) await onReport(report)
  const reports = [...checked, ...lost]
  if (json) await writeJson(io.stdout, part === undefined ? reports : reports[0])
  else if (reports.length === 0) await writeText(io.stdout, 'There are no sessions yet.\n')
  return reports.every(isWell) ? 0 : 3
}

const progressOf = (io: CommandIo, tasks: ReadonlyArray<VerifyTask>): Progress => {
  const total = tasks.reduce((sum, { bytes }) => sum + bytes, 0)
  return total < limits.longCheckBytes ? noProgress : progressOn(io, { words: 'checking', total })
}

const isWell = ({ intact, complete }: HealthReport): boolean => intact && complete !== false

const reportText = (report: HealthReport): string =>
  [
    `${report.session}  ${intactWords(report)}, ${completeWords(report)}, ` +
      `${recordsWords(report)}${report.tip === null ? '' : `, tip ${report.tip.hash}`}`,
    ...report.problems.map((problem) => `  ${problemWords(problem)}`),
    ...leftOutText(report),
    ...repairsText(report),
    ...forkText(report),
  ]
    .map((line) => `${line}\n`)
    .join('')

// Into a pipe the lines stay whole.
const onTerminal = async (text: string, columns: number | undefined): Promise<string> => {
  if (columns === undefined) return text
  const { filled } = await import('../filled.js')
  return text
    .split('\n')
    .flatMap((line) =>
      filled({ label: line.startsWith(' ') ? '  ' : '', text: line.trimStart() }, columns),
    )
    .join('\n')
}

const leftOutText = ({ problems_left_out: count }: HealthReport): ReadonlyArray<string> =>
  count === undefined ? [] : [`  and ${count} more problems`]

const repairsText = ({ repairs }: HealthReport): ReadonlyArray<string> =>
  repairs === null
    ? ['  what requests would mend is not counted: the conversation is longer than any request']
    : repairWords(repairs).map((line) => `  ${line}`)

const forkText = (report: HealthReport): ReadonlyArray<string> => {
  const { session, last_good: good, problems } = report
  // What could not be read may be good, and another log is no damage.
  const isOther = problems.some((one) => one.kind === 'unreadable' || isForeignLog(one))
  if (good === undefined || isOther) return []
  return good === null
    ? ['  nothing in front of the damage is whole: there is nothing to go on from']
    : [`  good up to record ${good.seq}: ${forkCommand(session, good)} goes on from there`]
}

const intactWords = ({ intact, records, problems }: HealthReport): string => {
  if (intact) return records === 0 ? 'EMPTY' : 'intact'
  const has = (kind: LogProblem['kind']): boolean => problems.some((one) => one.kind === kind)
  if (has('other_session')) return 'NOT ITS LOG'
  if (has('no_log')) return 'NOT A LOG'
  return has('unreadable') ? 'NOT READ' : 'NOT INTACT'
}

const recordsWords = ({ records }: HealthReport): string =>
  records === 1 ? '1 record' : `${records} records`

const completeWords = ({ complete, problems }: HealthReport): string => {
  if (complete === 'unknown') return `completeness unknown (${unknownWords(problems)})`
  if (complete) return 'complete'
  const isOver = problems.every(({ kind }) => kind !== 'records_gone') && problems.some(isSetAside)
  return `NOT COMPLETE: ${isOver ? 'a checkpoint lies set aside' : 'it does not hold all that was seen of it'}`
}

const isSetAside = ({ kind }: LogProblem): boolean => kind === 'set_aside'

const unknownWords = (problems: HealthReport['problems']): string => {
  if (problems.some(isForeignLog)) return 'its own log is not there'
  return problems.some(({ kind }) => kind === 'unreadable')
    ? 'it could not be read'
    : 'no readable checkpoint says how far it went'
}
