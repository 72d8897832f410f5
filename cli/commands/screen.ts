import * as E from 'fp-ts/lib/Either.js'
import { randomIds } from '../../adapters/node/ids.js'
import { systemClock } from '../../adapters/node/clock.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { podNameFault } from '../../domain/manifest/pod-name.js'
import { commandNames } from '../../domain/manifest/command-names.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeText } from '../output.js'
import { findPod } from '../pod-registry.js'
import { freeName } from '../pod/prepare-pod.js'
import { nameOverlay, spawnPod } from '../pod/spawn-pod.js'
import { unknownWord } from '../unknown-word.js'
import { promptFrom } from '../run/prompt-from.js'
import { runOnce } from '../run/run-once.js'
import { showPod } from '../screen/show-pod.js'
import { askName } from '../tui/ask-name.js'
import { isScreenPossible, type Terminal } from '../tui/screen.js'

const help = `
Usage: yoi           start a new Pod in this folder and talk to it
       yoi <pod>     attach to a Pod that runs

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

const run = async (argv: ReadonlyArray<string>, io: CommandIo): Promise<ExitCode> => {
  const parsed = parseArguments(argv, { options: {}, wordsMax: 1 })
  if (E.isLeft(parsed)) return misused(io, { command: '', sentence: parsed.left })
  const [pod] = parsed.right.words
  const terminal = terminalOf(io)
  if (pod !== undefined) return attach(pod, terminal, io)
  return terminal === undefined ? withoutTerminal(io) : startNew(terminal, io)
}

const terminalOf = (io: CommandIo): Terminal | undefined =>
  isScreenPossible(io.env, process.stdin, process.stdout)
    ? {
        stdin: process.stdin,
        stdout: process.stdout,
        env: io.env,
        newId: randomIds.next,
        monotonicMs: systemClock.monotonicMs,
      }
    : undefined

const attach = async (
  pod: string,
  terminal: Terminal | undefined,
  io: CommandIo,
): Promise<ExitCode> => {
  const found = await findPod(pathsFrom(io.env), pod)
  if (E.isLeft(found)) return refused(io, found.left)
  if (found.right === undefined) return refused(io, unknownWord(pod, commandNames))
  if (terminal !== undefined) return showPod(found.right.socket, terminal, io)
  const sentence = 'Attaching needs a terminal; without one use yoi run or yoi ctl.'
  return misused(io, { command: '', sentence })
}

const withoutTerminal = async (io: CommandIo): Promise<ExitCode> => {
  const { prompt, origin } = await promptFrom(io.stdin)
  await writeText(io.stderr, `No terminal here: playing one turn as yoi run does, ${origin}.\n`)
  return runOnce({ prompt, podArgv: [], json: false }, io)
}

const startNew = async (terminal: Terminal, io: CommandIo): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const name = await askName({
    ...terminal,
    title: 'New Pod',
    name: await freeName(io.cwd, paths),
    faultOf: podNameFault,
  })
  if (name === undefined) return 130
  const { env, cwd } = io
  const pod = await spawnPod({ argv: ['--overlay', nameOverlay(name)], cwd, env, paths })
  if (E.isLeft(pod)) return refused(io, pod.left)
  return showPod(pod.right.ready.socket, terminal, io)
}
