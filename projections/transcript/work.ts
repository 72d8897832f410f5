import type { TurnId } from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Usage } from '../../domain/reply.js'
import { addUsage, noUsage } from '../../domain/session/usage.js'
import type { Timestamp } from '../../domain/time.js'
import type { Restored, Spent } from './block.js'
import { msBetween } from './ms-between.js'

/** The newest turn: what it has taken so far, and since when it runs. */
export type Work = Spent & {
  readonly turn: TurnId
  /** When it opened or went on; undefined while it rests and after its end. */
  readonly since: Timestamp | undefined
  /** A request was sent and has no reply yet. */
  readonly awaits?: boolean
  /** Another Pod has taken it over, which nobody has used yet. */
  readonly restored?: Restored
}

/** The turn after a record that opens it, or changes whether it runs or what it took; else the same. */
export const workAfter = (record: LogRecord, work: Work | undefined): Work | undefined => {
  switch (record.type) {
    case 'RoundStarted':
      return work && { ...unanswered(work), awaits: true }
    case 'AssistantReplied':
      return work && { ...work, awaits: false }
    case 'StopRequested':
      return work && unanswered(record.data.usage === undefined ? work : { ...work, awaits: true })
    case 'InputSubmitted':
    case 'InboxDelivered':
      return work?.turn === record.data.turn && work.since !== undefined
        ? work
        : { turn: record.data.turn, usage: noUsage, ms: 0, since: record.at }
    case 'TurnPaused':
      return work && rested(record.at, record.data.by, unanswered(work))
    case 'TurnEnded':
      return work && { ...unanswered(work), ms: msSpent(record.at, work), since: undefined }
    case 'TurnResumed':
      return work && resumed(record.at, work)
    case 'PodAttached':
      return work && work.since === undefined ? { ...work, restored: 'stop' } : work
    default:
      return work
  }
}

// What a request had taken when it broke off is known in part, or not at all.
const unanswered = (work: Work): Work =>
  work.awaits === true ? { ...work, awaits: false, isLeast: true } : work

const resumed = (at: Timestamp, work: Work): Work => {
  const { restored: _, ...rest } = work
  return { ...rest, since: at }
}

// How long it ran before it crashed is not known: the pause is recorded by the Pod that came next.
const rested = (at: Timestamp, by: string, work: Work): Work =>
  by === 'crash'
    ? { ...work, since: undefined, restored: 'crash' }
    : { ...work, ms: msSpent(at, work), since: undefined }

const msSpent = (at: Timestamp, { ms, since }: Work): number =>
  ms + (since === undefined ? 0 : msBetween(since, at))

/** What this turn had taken at its end; nothing where it is not known. */
export const spentOn = (
  turn: TurnId,
  at: Timestamp,
  work: Work | undefined,
): { readonly spent?: Spent } =>
  work?.turn === turn
    ? { spent: { usage: work.usage, ms: msSpent(at, work), ...leastOf(unanswered(work)) } }
    : {}

const leastOf = ({ isLeast }: Work): Pick<Spent, 'isLeast'> =>
  isLeast === undefined ? {} : { isLeast }

/** The turn with the tokens of one more of its requests. */
export const withTokens = (usage: Usage, work: Work | undefined): Work | undefined =>
  work && { ...work, usage: addUsage(work.usage, usage) }
