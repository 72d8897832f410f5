import * as E from 'fp-ts/lib/Either.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, writeText } from '../output.js'
import { askedPrompt } from '../run/asked-prompt.js'
import { runOnce } from '../run/run-once.js'

const help = `
Usage: yoi run "prompt" [-] [--session ID] [--cwd DIR] [--overlay TOML] [--json]
       yoi run [-]          the prompt is read from stdin

Plays one turn without a screen, in this folder: starts a Pod, gives it the prompt, prints
the text of the reply on stdout and what the agent does on stderr, and ends the Pod.

Beside a prompt stdin is not read, and this is said when it is a pipe or a file; with a "-"
behind the prompt it goes along below it, as in: git diff | yoi run "review this" -

  --session ID      go on with this session (its id or any unique part of it)
  --cwd DIR         work in this folder instead of this one, or instead of the session's own
  --overlay TOML    one more manifest on top, such as 'model.ref = "offline"'; may be repeated
  --json            records and live events as JSON lines on stdout instead of text

The Pod is this run's own: it ends with it, even when the run is killed. What waited in the queue of
the session runs behind the prompt, before the Pod ends.
There are no approval prompts: the scope binds the file tools, Bash has your rights.

Exit codes: 0 the turn finished, 1 it did not, 2 usage, 130 after Ctrl-C, which shuts the Pod
down, leaves the turn resumable, and says how to go on.
`

const options = {
  session: { type: 'string' },
  cwd: { type: 'string' },
  overlay: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

/** `yoi run`: one turn without a screen. */
export const runCommand: Command = {
  name: 'run',
  summary: 'play one turn without a screen',
  help,
  run: (argv, io) => run(argv, io),
}

const run = async (argv: ReadonlyArray<string>, io: CommandIo): Promise<ExitCode> => {
  const parsed = parseArguments(argv, { options, wordsMax: 2 })
  if (E.isLeft(parsed)) return misused(io, { command: 'run', sentence: parsed.left })
  const asked = await askedPrompt(parsed.right.words, io.stdin)
  if (E.isLeft(asked)) return misused(io, { command: 'run', sentence: asked.left })
  const { prompt, remark } = asked.right
  if (remark !== undefined) await writeText(io.stderr, `${remark}\n`)
  const { session, cwd, overlay = [], json } = parsed.right.values
  const podArgv = [
    ...(session === undefined ? [] : ['--session', session]),
    ...(cwd === undefined ? [] : ['--cwd', cwd]),
    ...overlay.flatMap((toml) => ['--overlay', toml]),
  ]
  return runOnce({ prompt, podArgv, json: json === true }, io)
}
