import * as E from 'fp-ts/lib/Either.js'
import { readTail } from '../../adapters/log/read-tail.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { connectClient } from '../../adapters/wire/client.js'
import type { SessionId } from '../../domain/ids.js'
import type { CommandIo, ExitCode } from '../command.js'
import { refused, writeText } from '../output.js'
import { logPath } from '../sessions/session-place.js'
import { runTui } from '../tui/run-tui.js'
import type { Terminal } from '../tui/screen.js'
import { listSessionFiles } from './list-session-files.js'
import { look } from './look.js'
import { podsText } from './pods-text.js'

/** A Pod to be shown. */
export type PodToShow = {
  /** Where it serves, as soon as it does. Left: a sentence, and there will be no Pod. */
  readonly socket: Promise<E.Either<string, string>>
  /** Its session: the end of that one's log is shown until the Pod answers. */
  readonly session?: SessionId
}

/** A Pod that serves already, as the registry names it. */
export const livePod = (entry: {
  readonly socket: string
  readonly session: SessionId
}): PodToShow => ({ socket: Promise.resolve(E.right(entry.socket)), session: entry.session })

/**
 * Shows a Pod until the person leaves or the Pod is gone. One that is still starting is shown with
 * its history; what is typed meanwhile is sent when it serves, and printed when it never does.
 */
export const showPod = async (
  pod: PodToShow,
  terminal: Terminal,
  io: CommandIo,
): Promise<ExitCode> => {
  const paths = pathsFrom(io.env)
  const { session } = pod
  const outcome = await runTui({
    ...terminal,
    connect: () => connection(pod),
    ...(session === undefined ? {} : { tail: await readTail(logPath(paths, session)) }),
    podsText: await podsText(paths),
    look: look(io),
    listFiles: listSessionFiles(paths),
  })
  await sayLine(io, outcome.farewell)
  // Left while it starts: what becomes of it is still to be told.
  const socket = await pod.socket
  if (E.isLeft(socket)) return refused(io, socket.left)
  if (outcome.reason === 'left') await sayLine(io, await podsText(paths))
  return outcome.reason === 'hung_up' ? 1 : 0
}

const sayLine = async ({ stdout }: CommandIo, text: string): Promise<void> => {
  if (text !== '') await writeText(stdout, `${text}\n`)
}

const connection = async ({ socket }: PodToShow) => {
  const found = await socket
  if (E.isLeft(found)) return 'not_started'
  const client = await connectClient(found.right)()
  if (E.isLeft(client)) throw new Error(client.left.message)
  return client.right
}
