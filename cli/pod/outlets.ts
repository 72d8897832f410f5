import { acknowledgedReader } from '../../adapters/log/acknowledged-reader.js'
import { openHere } from '../../adapters/log/open-quietly.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { systemClock } from '../../adapters/node/clock.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { WireServer } from '../../adapters/wire/server.js'
import type { Notification } from '../../domain/protocol/notification.js'
import { sessionView } from '../../projections/session-view.js'
import { sessionPlace } from '../sessions/session-place.js'
import { type LiveRow, liveRow } from './live-row.js'
import type { Follower } from './loop-world.js'
import type { OpenSession } from './open-session.js'
import type { PreparedPod } from './prepare-pod.js'
import { noReporter, reportUpward } from './report-upward.js'
import { sessionFollower } from './session-follower.js'
import type { SessionLoop } from './session-loop.js'

/** Where everything that is told goes: clients, the parent Pod, the projector. */
export type Outlets = {
  readonly publish: (notification: Notification) => void
  readonly follower: Follower
  readonly opened: (server: WireServer, row: LiveRow) => void
  readonly close: () => Promise<void>
}

/** Made before anything is served; told of the server once there is one. */
export const outletsOf = (
  { paths, choice, options, name }: PreparedPod,
  { log, followed }: OpenSession,
): Outlets => {
  let server: WireServer | undefined
  let row: LiveRow | undefined
  const upward = options.callback === undefined ? noReporter : reportUpward(options.callback, name)
  const follower = sessionFollower({
    reader: acknowledgedReader(logReader(sha256, openHere), log.size),
    clock: systemClock,
    files: sessionView,
    from: followed,
    onTrouble: complain,
    ...sessionPlace(paths, choice),
  })
  return {
    publish: (notification) => {
      server?.publish(notification)
      upward.hear(notification)
      row?.hear(notification)
    },
    follower,
    opened: (...both) => {
      ;[server, row] = both
      void row.write()
    },
    close: async () => {
      // A session in which nothing has happened has no log to follow, and one that is only shown is
      // followed by whoever writes it.
      const follows = log.size() > 0 && !options.readOnly
      await Promise.all([follows ? follower.settled() : undefined, row?.write()])
      await Promise.all([server?.close(), upward.close(), follower.close()])
    },
  }
}

/** The row of this Pod in the index of live sessions. */
export const rowOf = (
  { paths, choice }: PreparedPod,
  open: OpenSession,
  loop: SessionLoop,
): LiveRow => {
  const { line } = open.followed.state
  const { session } = choice
  return liveRow({ paths, session, line, shown: loop.shown, onTrouble: complain })
}

/** Tells whoever runs this Pod. */
export const complain = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
