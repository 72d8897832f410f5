import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { followCall } from '../../adapters/wire/call.js'
import type { Notification } from '../../domain/protocol/notification.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused } from '../output.js'
import { type CtlArguments, ctlArguments } from './ctl-arguments.js'
import { type CtlCall, ctlCall } from './ctl-call.js'
import { ctlHelp } from './ctl-help.js'
import { ctlReport } from './ctl-report.js'
import { type CtlResult, ctlVerdict } from './ctl-verdict.js'

/** Where a live Pod is found; a sentence when there is none of that name. */
export type LookupPod = (
  name: string,
  io: CommandIo,
) => TaskEither<string, { readonly socket: string; readonly pid: number }>

/** `yoi ctl`: one call to a Pod from a shell. */
export const ctl = (lookupPod: LookupPod): Command => ({
  name: 'ctl',
  summary: 'send one method to a running Pod and wait for what comes of it',
  help: ctlHelp,
  run: async (argv, io) => {
    const args = ctlArguments(argv)
    if (E.isLeft(args)) return usage(args.left, io)
    const call = await ctlCall(args.right, io.stdin)
    return E.isLeft(call)
      ? usage(call.left, io)
      : callFound(call.right, args.right, { lookupPod, io })
  },
})

type World = { readonly lookupPod: LookupPod; readonly io: CommandIo }

const usage = (sentence: string, io: CommandIo) => misused(io, { command: 'ctl', sentence })

const callFound = async (call: CtlCall, args: CtlArguments, world: World): Promise<ExitCode> => {
  const { io } = world
  const pod = await world.lookupPod(args.pod, io)()
  if (E.isLeft(pod)) return refused(io, pod.left)
  const report = ctlReport(args, call.waitFor, io)
  const result = await untilInterrupted((signal) =>
    followCall(pod.right.socket, call.method, {
      waitFor: call.waitFor,
      onNotification: report.hear,
      signal,
    })(),
  )
  return finish(result, args, { io, heard: report.heard() })
}

/** Ctrl-C ends the waiting and not the Pod. */
const untilInterrupted = async (work: (signal: AbortSignal) => Promise<CtlResult>) => {
  const interruption = new AbortController()
  const interrupt = () => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(interruption.signal)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

type Ending = { readonly io: CommandIo; readonly heard: ReadonlyArray<Notification> }

const finish = async (result: CtlResult, args: CtlArguments, ending: Ending): Promise<ExitCode> => {
  const { exitCode, words, complaint } = ctlVerdict(result, args, ending.heard)
  // Also without words: it waits until the JSON lines before have left.
  await say(ending.io.stdout, args.json ? '' : words, exitCode)
  return say(ending.io.stderr, complaint === '' ? '' : `yoi: ${complaint}`, exitCode)
}

/** Writes, waits until it has left the process, and gives the code. */
const say = (stream: CommandIo['stdout'], text: string, exitCode: ExitCode): Promise<ExitCode> =>
  new Promise((resolve) => stream.write(text, () => resolve(exitCode)))
