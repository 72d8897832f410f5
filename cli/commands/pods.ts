import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { parseArguments } from '../args.js'
import type { Command, CommandIo, ExitCode } from '../command.js'
import { misused, refused, writeJson, writeText } from '../output.js'
import { type LivePod, podsTable } from '../pods-table.js'

/** Reads the live Pods without taking a lock; the error is one sentence. */
export type ListPods = (io: CommandIo) => TaskEither<string, ReadonlyArray<LivePod>>

/** `yoi pods`: the live Pods, by name. */
export const podsCommand = (listPods: ListPods): Command => ({
  name: 'pods',
  summary: 'the live Pods',
  help: `
Usage: yoi pods [--json]

Lists the Pods that run now: name, status, session, process id and socket; on a terminal that is too
narrow for all of that without the socket. Attach to one with yoi <pod>; stop one with
yoi ctl <pod> shutdown.

  --json   an array of {pod, session, socket, pid, status, storage?}; storage is "failed" while
           the log of the Pod cannot be written

Exit codes: 0 ok (also when no Pod runs), 1 the registry cannot be read, 2 usage.
`,
  run: async (argv, io) => {
    const parsed = parseArguments(argv, { options })
    if (E.isLeft(parsed)) return misused(io, { command: 'pods', sentence: parsed.left })
    const pods = await listPods(io)()
    if (E.isLeft(pods)) return refused(io, pods.left)
    return listed(io, byName(pods.right), parsed.right.values.json ?? false)
  },
})

const options = { json: { type: 'boolean' } } as const

const byName = (pods: ReadonlyArray<LivePod>): ReadonlyArray<LivePod> =>
  pods.toSorted((a, b) => (a.pod < b.pod ? -1 : a.pod > b.pod ? 1 : 0))

const listed = async (
  io: CommandIo,
  pods: ReadonlyArray<LivePod>,
  json: boolean,
): Promise<ExitCode> => {
  await (json
    ? writeJson(io.stdout, pods.map(dataOf))
    : writeText(io.stdout, await textOf(pods, io.stdout.columns)))
  return 0
}

// The fields of the documented form and no others, whatever the registry keeps.
const dataOf = ({ pod, session, socket, pid, status, storage }: LivePod) => ({
  pod,
  session: session ?? null,
  socket,
  pid,
  status,
  ...(storage === undefined ? {} : { storage }),
})

// A table that is read by a program has all there is.
const textOf = async (
  pods: ReadonlyArray<LivePod>,
  columns: number | undefined,
): Promise<string> => {
  if (pods.length === 0) return 'No Pod runs.\n'
  if (columns === undefined) return podsTable(pods)
  const { podsOnTerminal } = await import('../pods-on-terminal.js')
  return podsOnTerminal(pods, columns)
}
