import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import type { SessionFile } from '../../adapters/log/session-files.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { problemText } from '../../projections/replay-text.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeJsonLine, writeText } from '../output.js'
import { copyRecords, type CopySinks } from '../sessions/copy-records.js'
import { namedSessions } from '../sessions/named-sessions.js'
import { replayLog } from '../sessions/replay-log.js'

/** `yoi replay`: what happened in a session. */
export const replayCommand: Command = {
  name: 'replay',
  summary: 'tell what happened in a session, record by record',
  help: `
Usage: yoi replay <session> [--json]

Tells each record of a session in order: its number, when, who and what. Turns that were taken back
are marked with "~" and the reason, damaged lines with "!" in their place. <session> is an id or any
part of one that no other session has. Nothing is changed by looking.

  --json   the records as JSON lines, byte for byte as the log holds them (on a terminal with
           control characters as codes); problems go to stderr

Exit codes: 0 ok, 1 the session was not found, 2 usage, 3 the log is not intact.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options, wordsMax: 1 })
    if (E.isLeft(parsed)) return misused(io, { command: 'replay', sentence: parsed.left })
    const [part] = parsed.right.words
    if (part === undefined)
      return misused(io, { command: 'replay', sentence: 'Which session? yoi sessions lists them.' })
    const files = await namedSessions(pathsFrom(io.env), part)
    if (E.isLeft(files)) return refused(io, files.left)
    return told(io, files.right, parsed.right.values.json === true)
  },
}

const options = { json: { type: 'boolean' } } as const

const told = async (
  io: CommandIo,
  files: ReadonlyArray<SessionFile>,
  json: boolean,
): Promise<ExitCode> => {
  const reader = logReader(sha256)
  let intact = true
  for (const { path, session } of files) {
    if (!json) await writeText(io.stdout, `session ${session}\n${path}\n\n`)
    intact &&= json
      ? await copyRecords(reader, path, sinksOf(io))
      : await replayLog(reader, path, (text) => writeText(io.stdout, text))
  }
  return intact ? 0 : 3
}

// A terminal would obey some of the bytes: it gets the same JSON with those written as codes.
const sinksOf = (io: CommandIo): CopySinks => ({
  ...(io.stdout.isTTY === true
    ? { record: (record: unknown) => writeJsonLine(io.stdout, record) }
    : { bytes: (bytes: Uint8Array) => writeText(io.stdout, bytes) }),
  problem: (problem) => writeText(io.stderr, problemText(problem)),
})
