import * as E from 'fp-ts/lib/Either.js'
import { systemClock } from '../../adapters/node/clock.js'
import { randomIds } from '../../adapters/node/ids.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { commandNames } from '../../domain/manifest/command-names.js'
import { type Arguments, parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeText } from '../output.js'
import { findPod } from '../pod-registry.js'
import { promptFrom } from '../run/prompt-from.js'
import { runOnce } from '../run/run-once.js'
import { leftBehind } from '../screen/left-behind.js'
import { carryOn, resumeNamed } from '../screen/open/come-back.js'
import { startNew } from '../screen/open/start-new.js'
import { runScreens } from '../screen/run-screens.js'
import type { ScreenEnd } from '../screen/screen-end.js'
import { loadSettings } from '../screen/settings/load-settings.js'
import { livePod, showPod } from '../screen/show/show-pod.js'
import type { ScreenWorld } from '../screen/world.js'
import { isDumb, type Terminal } from '../tui/terminal/screen.js'
import { unknownWord } from '../unknown-word.js'

const help = `
Usage: yoi                 start a new Pod in this folder and talk to it
       yoi <pod>           attach to a Pod that runs
       yoi -c              carry on with the session last used in this folder
       yoi -r, --resume    pick one of the ten sessions last used and go on with it
       yoi --session ID    go on with this session (its id or any unique part of it)
             [--cwd DIR]   in this folder instead of the session's own

Last used is the session in which somebody sent something last, resumed a turn, or which was made last
by yoi fork. That a Pod worked on, came or left does not count.

On a terminal that only takes lines (TERM=dumb) a line is a message: Ctrl-C pauses, an empty line
resumes, Ctrl-D leaves.

Without a terminal, yoi plays one turn as yoi run does: the prompt comes from stdin when it is a
file or a pipe, else a built-in one is used.
`

/** `yoi` without a command: the terminal screen. */
export const screenCommand: Command = {
  name: '',
  summary: 'start a new Pod in this folder and talk to it, or attach to one: yoi <pod>',
  help,
  run: (argv, io) => run(argv, io),
}

const options = {
  continue: { type: 'boolean', short: 'c' },
  resume: { type: 'boolean', short: 'r' },
  session: { type: 'string' },
  cwd: { type: 'string' },
} as const

type Asked = Arguments<typeof options>

const run = async (argv: ReadonlyArray<string>, io: CommandIo): Promise<ExitCode> => {
  const parsed = parseArguments(argv, { options, wordsMax: 1 })
  if (E.isLeft(parsed))
    return misused(io, {
      command: '',
      sentence: elsewhere(argv) ?? (await nobodyNamed(argv, io)) ?? parsed.left,
    })
  const { values, words } = parsed.right
  const wishes = [values.continue, values.resume, values.session, words[0]]
  if (wishes.filter((wish) => wish !== undefined).length > 1)
    return misused(io, { command: '', sentence: 'Only one of <pod>, -c, -r and --session fits.' })
  if (values.cwd !== undefined && values.session === undefined)
    return misused(io, { command: '', sentence: '--cwd goes with --session only.' })
  const [pod] = words
  if (pod !== undefined) return attach(pod, io)
  const terminal = await terminalOf(io)
  if (terminal !== undefined)
    return onScreen(terminal, io, (world) => firstScreen(world, parsed.right))
  return wishes.every((wish) => wish === undefined) ? withoutTerminal(io) : needsTerminal(io)
}

const takers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '--overlay': 'yoi run and yoi pod',
    '--read-only': 'yoi pod',
    '--callback': 'yoi pod',
  }),
)

// What is written of the manifest and of Pods names options that the screen has not.
const elsewhere = (argv: ReadonlyArray<string>): string | undefined => {
  const option = argv.map((word) => word.replace(/=.*/s, '')).find((word) => takers.has(word))
  if (option === undefined) return undefined
  return `${option} goes with ${takers.get(option)}; yoi <pod> shows the Pod that yoi pod has started.`
}

// A first word that nobody answers to is what is wrong, whatever stands behind it.
const nobodyNamed = async (
  [word = '-']: ReadonlyArray<string>,
  io: CommandIo,
): Promise<string | undefined> => {
  if (word.startsWith('-')) return undefined
  const found = await findPod(pathsFrom(io.env), word)
  return E.isLeft(found) || found.right !== undefined
    ? undefined
    : `${unknownWord(word, commandNames)} A prompt is played by yoi run "your words".`
}

const onScreen = (
  terminal: Terminal,
  io: CommandIo,
  first: (world: ScreenWorld) => Promise<ScreenEnd>,
): Promise<ExitCode> =>
  runScreens(
    { terminal, paths: pathsFrom(io.env), io, behind: leftBehind(), isPlain: isDumb(io.env) },
    first,
  )

const firstScreen = async (world: ScreenWorld, { values }: Asked): Promise<ScreenEnd> => {
  if (values.continue === true) return carryOn(world)
  if (values.resume === true)
    return (await import('../screen/pick/pick-session.js')).pickSession(world)
  const { session, cwd } = values
  return session === undefined ? startNew(world) : resumeNamed(world, { name: session, cwd })
}

const terminalOf = async (io: CommandIo): Promise<Terminal | undefined> =>
  process.stdin.isTTY === true && process.stdout.isTTY === true
    ? {
        stdin: process.stdin,
        stdout: process.stdout,
        env: io.env,
        newId: randomIds.next,
        monotonicMs: systemClock.monotonicMs,
        settings: await loadSettings(io),
      }
    : undefined

const attach = async (pod: string, io: CommandIo): Promise<ExitCode> => {
  const found = await findPod(pathsFrom(io.env), pod)
  if (E.isLeft(found)) return refused(io, found.left)
  if (found.right === undefined)
    return misused(io, { command: '', sentence: `${unknownWord(pod, commandNames)} ${comeBack}` })
  const terminal = await terminalOf(io)
  const shown = livePod(found.right)
  return terminal === undefined
    ? needsTerminal(io)
    : onScreen(terminal, io, (world) => showPod(world, shown))
}

const comeBack = 'yoi -r goes on with a session whose Pod has ended.'

const needsTerminal = (io: CommandIo): Promise<ExitCode> =>
  misused(io, {
    command: '',
    sentence: 'This needs a terminal; without one use yoi run or yoi ctl.',
  })

const withoutTerminal = async (io: CommandIo): Promise<ExitCode> => {
  const read = await promptFrom(io.stdin)
  if (E.isLeft(read)) return refused(io, read.left)
  const { prompt, origin } = read.right
  await writeText(io.stderr, `No terminal here: playing one turn as yoi run does, ${origin}.\n`)
  return runOnce({ prompt, podArgv: [], json: false }, io)
}
