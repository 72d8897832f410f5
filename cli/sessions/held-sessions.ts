import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { CommandIo } from '../command.js'
import { refused } from '../output.js'

/** A live Pod: its name and its process. */
export type Holder = { readonly pod: string; readonly pid: number }

/** The live Pods, with the session that each holds; the error is one sentence. */
export type ListHolders = (
  io: CommandIo,
) => TaskEither<string, ReadonlyArray<Holder & { readonly session?: string | undefined }>>

/**
 * The live Pods by the session that each holds. When the registry cannot be read that
 * is said on stderr, and no Pod counts as live.
 */
export const heldSessions = async (
  listHolders: ListHolders,
  io: CommandIo,
): Promise<ReadonlyMap<string, Holder>> => {
  const pods = await listHolders(io)()
  if (E.isLeft(pods)) await refused(io, pods.left)
  const live = E.isRight(pods) ? pods.right : []
  return new Map(
    live.flatMap(({ session, pod, pid }) =>
      session === undefined ? [] : [[session, { pod, pid }]],
    ),
  )
}
