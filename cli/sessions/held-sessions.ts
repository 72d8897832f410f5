import * as E from 'fp-ts/lib/Either.js'
import type { CommandIo } from '../command.js'
import type { ListPods } from '../commands/pods.js'
import { refused } from '../output.js'

/**
 * The names of the live Pods by the session that each holds. When the registry cannot be read that
 * is said on stderr, and no Pod counts as live.
 */
export const heldSessions = async (
  listPods: ListPods,
  io: CommandIo,
): Promise<ReadonlyMap<string, string>> => {
  const pods = await listPods(io)()
  if (E.isLeft(pods)) await refused(io, pods.left)
  const live = E.isRight(pods) ? pods.right : []
  return new Map(live.flatMap(({ session, pod }) => (session === undefined ? [] : [[session, pod]])))
}
