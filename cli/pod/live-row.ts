import * as E from 'fp-ts/lib/Either.js'
import type { Paths } from '../../adapters/node/paths.js'
import type { SessionId } from '../../domain/ids.js'
import type { Notification } from '../../domain/protocol/notification.js'
import type { State } from '../../domain/session/state.js'
import { type SessionLine, sessionLine } from '../../projections/session-line.js'
import { statusFile } from '../../projections/status-file.js'
import { hasRegistry } from '../pod-registry.js'
import { factsOf } from '../sessions/live-facts.js'
import { refreshLiveIndex } from '../sessions/live-index.js'

export type LiveRowParts = {
  readonly paths: Paths
  readonly session: SessionId
  /** What a list says of the session at the start. */
  readonly line: SessionLine
  /** The state that clients see now. */
  readonly shown: () => State
  readonly onTrouble: (sentence: string) => void
}

/** Keeps this Pod's row of live.json current. */
export type LiveRow = {
  readonly hear: (notification: Notification) => void
  /** Writes the row now, behind a write that is under way. */
  readonly write: () => Promise<void>
}

/** The row changes with the status; what comes while it is written is joined into one more write. */
export const liveRow = (parts: LiveRowParts): LiveRow => {
  let { line } = parts
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const begin = async () => {
    next = undefined
    // A home that was deleted is not made again for this.
    if (!hasRegistry(parts.paths)) return
    const facts = new Map([[parts.session, factsOf(line, statusFile(parts.shown()))]])
    const written = await refreshLiveIndex(parts.paths, facts)
    if (E.isLeft(written)) parts.onTrouble(written.left)
  }
  const write = () => {
    next ??= current = current.then(begin)
    return next
  }
  return {
    hear: (notification) => {
      if (notification.event === 'record') line = sessionLine.apply(line, notification.data)
      if (notification.event === 'status') void write()
    },
    write,
  }
}
