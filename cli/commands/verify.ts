import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import type { SessionFile } from '../../adapters/log/session-files.js'
import { type Paths, pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { LogProblem } from '../../domain/log/reading.js'
import type { HealthReport } from '../../projections/health.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { namedSessions } from '../sessions/named-sessions.js'
import { sessionPlace } from '../sessions/session-place.js'
import { verifySession } from '../sessions/verify-session.js'

/** `yoi verify`: whether a log is intact and complete. */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check that the log of a session was not altered and lacks nothing',
  help: `
Usage: yoi verify [<session> | --all] [--json]

Checks every record of a session's log: its hash over the bytes of its line, the chain to the line
before, its place, its group and its shape. <session> is an id or any part of one that no other
session has; without it all sessions are checked.

Two verdicts: a log is intact when every record holds (a torn tail is said, and never happened), and
complete when it still holds the last record that was seen of it; "unknown" says that nothing is
left that saw it. repairs counts what the next request to the model has to mend.

  --all    all sessions
  --json   {session, intact, complete, records, tip, head, problems, repairs}; an array for all

Exit codes: 0 all well, 1 the session was not found, 2 usage, 3 not intact or not complete.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options, wordsMax: 1 })
    if (E.isLeft(parsed)) return misused(io, { command: 'verify', sentence: parsed.left })
    const { all = false, json = false } = parsed.right.values
    const [part] = parsed.right.words
    return part !== undefined && all
      ? misused(io, { command: 'verify', sentence: 'Give a session or --all, not both.' })
      : verified(io, { part, json })
  },
}

const options = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const

type Asked = { readonly part: string | undefined; readonly json: boolean }

const verified = async (io: CommandIo, { part, json }: Asked): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const files = await namedSessions(paths, part)
  if (E.isLeft(files)) return refused(io, files.left)
  const reports = await reportsOf(paths, files.right, (report) =>
    json ? Promise.resolve() : writeText(io.stdout, reportText(report)),
  )
  if (json) await writeJson(io.stdout, part === undefined ? reports : reports[0])
  return reports.every(isWell) ? 0 : 3
}

const reportsOf = async (
  paths: Paths,
  files: ReadonlyArray<SessionFile>,
  told: (report: HealthReport) => Promise<void>,
): Promise<ReadonlyArray<HealthReport>> => {
  const reader = logReader(sha256)
  const reports: HealthReport[] = []
  for (const file of files) {
    const report = await verifySession(reader, sessionPlace(paths, file))
    reports.push(report)
    await told(report)
  }
  return reports
}

const isWell = ({ intact, complete }: HealthReport): boolean => intact && complete !== false

const reportText = (report: HealthReport): string =>
  [
    `${report.session}  ${report.intact ? 'intact' : 'NOT INTACT'}, ${completeWords(report)}, ` +
      `${report.records} records${report.tip === null ? '' : `, tip ${report.tip.hash}`}`,
    ...report.problems.map(problemText),
    ...Object.entries(report.repairs).map(
      ([kind, count]) => `  mended in requests: ${kind} ${count}`,
    ),
  ]
    .map((line) => `${line}\n`)
    .join('')

const completeWords = ({ complete }: HealthReport): string => {
  if (complete === 'unknown') return 'completeness unknown'
  return complete ? 'complete' : 'NOT COMPLETE: records that were seen are gone'
}

const problemText = ({ line, offset, seq, kind, message }: LogProblem): string =>
  `  line ${line}, byte ${offset}${seq === undefined ? '' : `, seq ${seq}`}: ${message} (${kind})`
