import { setFlagsFromString } from 'node:v8'
import * as E from 'fp-ts/lib/Either.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeText } from '../output.js'
import { podOptions } from '../pod/pod-options.js'
import { readyLine } from '../pod/ready-line.js'
import type { RunningPod } from '../pod/running-pod.js'
import { startPod } from '../pod/start-pod.js'

const help = `
Usage: yoi pod [--session ID] [--overlay TOML]... [--cwd DIR] [--callback SOCK] [--read-only]
               [--till-stdin-ends]

Runs one Pod in this process: one session, one socket. When it serves it prints one line:
  {"ready":{"protocol":1,"pod":…,"session":…,"socket":…,"pid":…}}
Attach to it with yoi <pod>; drive it with yoi ctl <pod>. SIGTERM and Ctrl-C shut it down, a
terminal that goes away does not (SIGHUP); a turn that runs then is left open for the next start.

  --session ID      go on with this session (its id or any unique part) instead of a new one
  --overlay TOML    one more manifest on top, such as 'pod.name = "lab"'; may be repeated
  --cwd DIR         the folder to work in instead of this one, or instead of the session's own
  --callback SOCK   report turn_ended, errored and shut_down to the Pod behind this socket
  --read-only       show the session of --session and take nothing; its log is not written
  --till-stdin-ends shut down when stdin ends, so with whoever holds its other side (yoi run)

Exit codes: 0 shut down, 1 it could not start (the sentence says why), 2 usage.
`

/** `yoi pod`: the Pod process. */
export const podCommand: Command = {
  name: 'pod',
  summary: 'run one Pod in this process',
  help,
  run: (argv, io) => run(argv, io),
}

const run = async (argv: ReadonlyArray<string>, io: CommandIo): Promise<ExitCode> => {
  const options = podOptions(argv)
  if (E.isLeft(options)) return misused(io, { command: 'pod', sentence: options.left })
  const started = await startPod(options.right, io)
  if (E.isLeft(started)) return refused(io, started.left)
  if (options.right.tillStdinEnds) onEnd(io.stdin, () => started.right.shutDown('starter'))
  return serve(started.right, io)
}

const serve = async (pod: RunningPod, io: CommandIo): Promise<ExitCode> => {
  const stop = () => pod.shutDown('signal')
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A terminal that goes away takes nothing with it: the Pod is not its child.
  process.on('SIGHUP', () => undefined)
  // A Pod waits most of its life: what is young keeps the room that it has by now.
  setFlagsFromString('--semi-space-growth-factor=1')
  await writeText(io.stdout, `${readyLine(pod.ready)}\n`)
  await pod.left
  return 0
}

// However the other side went, kill -9 included, the kernel ends the stream.
const onEnd = (stdin: CommandIo['stdin'], ended: () => void): void => {
  stdin.once('end', ended).once('error', ended)
  stdin.resume()
}
