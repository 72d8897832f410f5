import { emptyLine, type Frame } from '../frame.js'
import { keyHints } from '../keys/key-hints.js'
import { actionOf, defaultKeymap, type Keymap, keyFor } from '../keys/keymap.js'
import type { Message } from '../message.js'
import { led } from '../text/led.js'
import type { Asked } from './dialog.js'
import { dialogFrame } from './dialog-frame.js'
import { hearDialog } from './hear-dialog.js'

/** What to do with a folder in which a live Pod writes. */
export type OfferAnswer = 'attach' | 'read_only'

export type Offer = {
  readonly size: { readonly width: number; readonly height: number }
  /** The keys of the table when left out. */
  readonly keymap?: Keymap
  readonly question: string
  /** What the key `r` does, in a few words that follow `to`. */
  readonly readOnly: string
  /** What one should know of that Pod. */
  readonly note?: string
}

/** Enter attaches, `r` starts a Pod that only reads, Esc and Ctrl-C leave. */
export const updateOffer = (state: Offer, message: Message): Asked<Offer, OfferAnswer> =>
  hearDialog({ key: keyed, text: typed, paste: stay }, state, message)

const typed = (text: string, state: Offer): Asked<Offer, OfferAnswer> =>
  text.trim().toLowerCase() === 'r' ? { type: 'answered', answer: 'read_only' } : stay(text, state)

const stay = (_: string, state: Offer): Asked<Offer, OfferAnswer> => ({ type: 'open', state })

const keyed = (key: string, state: Offer): Asked<Offer, OfferAnswer> => {
  const action = actionOf(key, state.keymap ?? defaultKeymap)
  if (action === 'enter') return { type: 'answered', answer: 'attach' }
  return action === 'escape' || action === 'interrupt'
    ? { type: 'cancelled' }
    : { type: 'open', state }
}

/** The screen of the offer: the keys are there even where the question is not, whole. */
export const viewOffer = (offer: Offer): Frame => {
  const { size, keymap = defaultKeymap, question, readOnly, note } = offer
  const [enter, escape] = [keyFor('enter', keymap), keyFor('escape', keymap)]
  const hints = [`${enter} to attach`, `r to ${readOnly}`, `${escape} to leave`]
  const keys = keyHints(hints, size.width)
  const words = [
    ...led('', question, { look: size, style: 'bold' }),
    ...(note === undefined ? [] : led('', note, { look: size, style: 'warning' })),
  ]
  const spare = size.height - keys.length
  const above = [...words.slice(0, Math.max(0, spare - 1)), emptyLine].slice(0, Math.max(0, spare))
  return dialogFrame(size, {
    lines: [...above, ...keys],
    cursor: { row: above.length, column: 0 },
  })
}
