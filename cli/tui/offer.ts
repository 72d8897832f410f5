import type { Asked } from './dialog.js'
import { emptyLine, fitLine, type Frame, line } from './frame.js'
import { actionOf } from './keymap.js'
import { led } from './led.js'
import type { Message } from './message.js'

/** What to do with a folder in which a live Pod writes. */
export type OfferAnswer = 'attach' | 'read_only'

export type Offer = {
  readonly size: { readonly width: number; readonly height: number }
  readonly question: string
}

/** The offer, in the words of the one who found the Pod. */
export const offer = (question: string): Offer => ({ size: { width: 80, height: 24 }, question })

/** Enter attaches, `r` starts a Pod that only reads, Esc and Ctrl-C leave. */
export const updateOffer = (state: Offer, message: Message): Asked<Offer, OfferAnswer> => {
  switch (message.type) {
    case 'Key':
      return keyed(message.name, state)
    case 'Text':
      return message.text.trim().toLowerCase() === 'r'
        ? { type: 'answered', answer: 'read_only' }
        : { type: 'open', state }
    case 'Resize':
      return {
        type: 'open',
        state: { ...state, size: { width: message.width, height: message.height } },
      }
    case 'Paste':
    case 'Connected':
    case 'Disconnected':
    case 'Notified':
    case 'Tick':
      return { type: 'open', state }
  }
}

const keyed = (key: string, state: Offer): Asked<Offer, OfferAnswer> => {
  const action = actionOf(key)
  if (action === 'enter') return { type: 'answered', answer: 'attach' }
  return action === 'escape' || action === 'interrupt'
    ? { type: 'cancelled' }
    : { type: 'open', state }
}

/** The screen of the offer. */
export const viewOffer = ({ size, question }: Offer): Frame => {
  const { width, height } = size
  const words = led('', question, { look: { width }, style: 'bold' })
  const keys = line('Enter to attach · r to start one that only reads · Esc to leave', 'dim')
  const lines = [...words, emptyLine, keys].slice(0, height)
  const filled = [...lines, ...Array.from({ length: height - lines.length }, () => emptyLine)]
  return {
    width,
    height,
    lines: filled.map((spans) => fitLine(spans, width)),
    scrollHeight: 0,
    cursor: { row: Math.min(height - 1, words.length + 1), column: 0 },
  }
}
