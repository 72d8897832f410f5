import type { Event } from '../event/event.js'
import { noHash } from '../ids.js'
import type { LogRecord } from '../log/record.js'
import type { Sha256 } from '../ports.js'
import type { Timestamp } from '../time.js'
import { evolve } from './evolve.js'
import { nextSeq, type State } from './state.js'

/** A group of events under decision, and the state that they will give. */
export type Draft = {
  readonly state: State
  readonly events: ReadonlyArray<Event>
  readonly at: Timestamp
  readonly sha256: Sha256
}

/** One step of a decision. */
export type Step = (draft: Draft) => Draft

/** Nothing decided yet. */
export const draftFrom = (state: State, at: Timestamp, sha256: Sha256): Draft => ({
  state,
  events: [],
  at,
  sha256,
})

/**
 * The draft with one more event. Its record is provisional: the place is right, so that calls get
 * their true names, and the hash is not known before the group is sealed.
 */
export const emit =
  (event: Event): Step =>
  (draft) => {
    const place = { prev: noHash, seq: nextSeq(draft.state), at: draft.at, hash: noHash }
    const record: LogRecord = { ...place, ...event }
    return { ...draft, events: [...draft.events, event], state: evolve(draft.state, record) }
  }

/** Several events in order. */
export const emitAll =
  (events: ReadonlyArray<Event>): Step =>
  (draft) =>
    events.reduce((sofar, event) => emit(event)(sofar), draft)
