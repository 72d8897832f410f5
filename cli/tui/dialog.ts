import type { Frame } from './frame.js'
import type { Message } from './message.js'

/** What a dialog says to a message: go on with a new state, or end with an answer. */
export type Asked<S, A> =
  | { readonly type: 'open'; readonly state: S }
  | { readonly type: 'answered'; readonly answer: A }
  | { readonly type: 'cancelled' }

/** A question as state, update and view. */
export type Dialog<S, A> = {
  readonly initial: S
  readonly update: (state: S, message: Message) => Asked<S, A>
  readonly view: (state: S) => Frame
}
