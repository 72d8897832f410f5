import type { Frame } from '../frame.js'
import type { Message } from '../message.js'

/** What a dialog says to a message: go on with a new state, or end with an answer. */
export type Asked<S, A> =
  | { readonly type: 'open'; readonly state: S }
  | { readonly type: 'answered'; readonly answer: A }
  | { readonly type: 'cancelled' }

/** A question as state, update and view, and what brings it news while it is open. */
export type Dialog<S, A, N = never> = {
  readonly initial: S
  readonly update: (state: S, message: Message) => Asked<S, A>
  readonly view: (state: S) => Frame
  readonly feed?: Feed<S, N>
}

/** What a dialog shows besides its keys comes in later, so that no key ever waits for it. */
export type Feed<S, N> = {
  /** The state that knows the news. */
  readonly hear: (state: S, news: N) => S
  /** Told of every new state. It may tell news at any later time, not at once. */
  readonly changed: (state: S, tell: (news: N) => void) => void
  /** The dialog is over: nobody hears any more. */
  readonly close: () => void
}
