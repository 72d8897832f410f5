import * as E from 'fp-ts/lib/Either.js'
import type { Effect } from '../effect.js'
import type { Event } from '../event/event.js'
import type { Input } from '../input.js'
import type { LogRecord } from '../log/record.js'
import { seal } from '../log/seal.js'
import type { Sha256 } from '../ports.js'
import type { Notification } from '../protocol/notification.js'
import type { Timestamp } from '../time.js'
import { decide } from './decide.js'
import { evolve } from './evolve.js'
import { observe } from './observe.js'
import type { State } from './state.js'
import type { Decision, Rejection } from './verdict.js'

/**
 * A session as its Pod holds it. `prelude` is what will be written in front of the first thing that
 * happens: the founding of a new session, or what a start settled.
 */
export type Held = { readonly state: State; readonly prelude: ReadonlyArray<Event> }

/** One sealed record with the states on its two sides. */
export type Commit = { readonly before: State; readonly record: LogRecord; readonly after: State }

/** A group of commits, ready to be appended: `lines` are theirs, without newlines. */
export type SealedGroup = {
  readonly commits: ReadonlyArray<Commit>
  readonly lines: ReadonlyArray<string>
  readonly held: Held
}

/** What becomes of one input. Nothing of it may show before `lines` are durable. */
export type Planned = {
  readonly verdict: E.Either<Rejection, Decision['answer']>
  readonly group: SealedGroup
  /** Told and begun without a record: live deltas, the timer of a retry. */
  readonly notifications: ReadonlyArray<Notification>
  readonly effects: ReadonlyArray<Effect>
  /** The Pod leaves without a record, because nothing has happened in its life. */
  readonly leaves: boolean
}

/** Decides one input on what the earlier inputs of its batch will give. */
export const plan =
  (sha256: Sha256) =>
  (input: Input, held: Held): Planned => {
    const decision = decide(sha256)(input, settledView(sha256, held, input.at))
    if (E.isLeft(decision)) return { ...empty(held), verdict: decision }
    const { events, answer } = decision.right
    const leaves = held.prelude.length > 0 && events[0]?.type === 'PodDetached'
    const group = leaves ? noGroup(held) : sealGroup(sha256, events, input.at)(held)
    const planned = { ...empty(held), group, leaves, verdict: E.right(answer) }
    return input.type === 'report' ? observed(input.report, planned) : planned
  }

/** The state as the prelude will leave it; it is what clients are shown and inputs decided on. */
export const settledView = (sha256: Sha256, held: Held, at: Timestamp): State =>
  seal(sha256)(held.prelude, held.state.tip, at).reduce(
    (state, { record }) => evolve(state, record),
    held.state,
  )

/** Seals events as one group behind the tip, the prelude in front. No events, no group. */
export const sealGroup =
  (sha256: Sha256, events: ReadonlyArray<Event>, at: Timestamp) =>
  (held: Held): SealedGroup => {
    if (events.length === 0) return noGroup(held)
    const sealed = seal(sha256)([...held.prelude, ...events], held.state.tip, at)
    const commits = commitAll(
      sealed.map(({ record }) => record),
      held.state,
    )
    const state = commits.at(-1)?.after ?? held.state
    return { commits, lines: sealed.map(({ line }) => line), held: { state, prelude: [] } }
  }

const commitAll = (records: ReadonlyArray<LogRecord>, from: State): ReadonlyArray<Commit> => {
  const commits: Commit[] = []
  for (const record of records) {
    const before = commits.at(-1)?.after ?? from
    commits.push({ before, record, after: evolve(before, record) })
  }
  return commits
}

const noGroup = (held: Held): SealedGroup => ({ commits: [], lines: [], held })

const empty = (held: Held): Omit<Planned, 'verdict'> => ({
  group: noGroup(held),
  notifications: [],
  effects: [],
  leaves: false,
})

const observed = (
  report: Extract<Input, { readonly type: 'report' }>['report'],
  planned: Planned,
): Planned => {
  if (planned.group.commits.length > 0) return planned
  const { state, notifications, effects } = observe(report, planned.group.held.state)
  const held = { ...planned.group.held, state }
  return { ...planned, group: { ...planned.group, held }, notifications, effects }
}
