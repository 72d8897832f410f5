import { announce, settlesTurn } from '../../domain/session/announce.js'
import type { SealedGroup } from '../../domain/session/plan.js'
import { react } from '../../domain/session/react.js'
import type { LoopWorld } from './loop-world.js'
import { withRecord } from './published.js'

/**
 * Tells clients of durable records and begins the work that they call for, record by record. What
 * follows a rest or an ending waits until the projections agree with it, for a while.
 */
export const tellCommits = async (
  { commits, lines }: SealedGroup,
  world: LoopWorld,
): Promise<void> => {
  for (const [index, commit] of commits.entries()) {
    const { before, record, after } = commit
    const lineBytes = Buffer.byteLength(lines[index] ?? '')
    world.state.told = withRecord(world.state.told, commit, lineBytes)
    world.publish({ event: 'record', data: record })
    for (const effect of react(before, record, after)) world.performer.perform(effect)
    if (settlesTurn(record)) await projected(record.seq, world)
    for (const notification of announce(before, record, after)) world.publish(notification)
  }
}

// Said once; it holds until the projections have caught up.
const projected = async (seq: number, world: LoopWorld): Promise<void> => {
  const isLate = !(await world.follower.reached(seq))
  const wasLate = world.state.projectionsLate
  world.state.projectionsLate = isLate
  if (!isLate || wasLate) return
  world.publish({
    event: 'alert',
    data: {
      level: 'warning',
      code: 'projection_late',
      message: `history.json and status.json lag behind the log: ${world.follower.trouble?.() ?? slow}.`,
    },
  })
}

const slow = 'they are still being written'
