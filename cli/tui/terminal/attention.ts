import { safeLine } from '../text/safe-text.js'
import type { ScreenSettings } from './screen-settings.js'

/** Where the bytes go, and the time. */
export type AttentionWorld = {
  readonly write: (text: string) => unknown
  readonly monotonicMs: () => number
  readonly settings: Pick<ScreenSettings, 'title' | 'bell'>
}

/** What reaches a person beside the screen. */
export type Signs = {
  /** Sets the title; a text that is there already is not sent again. It must be safe. */
  readonly title: (text: string) => void
  /** Rings, or notifies, unless the person is here. */
  readonly ring: (words: string) => void
}

/** The signs, and what they depend on. */
export type Attention = {
  readonly signs: Signs
  /** The terminal says whether it is looked at. */
  readonly focused: (isFocused: boolean) => void
  /** The person has typed something. */
  readonly touched: () => void
  /** The terminal was taken anew, and shows no title of ours. */
  readonly forget: () => void
}

// Some terminals never tell of their focus: there, who has typed nothing for this long is away.
const awayMs = 10_000

/** The signs of one screen, as the person wants them. */
export const createAttention = ({ write, monotonicMs, settings }: AttentionWorld): Attention => {
  let shown: string | undefined
  let isFocused: boolean | undefined
  let touchedMs = monotonicMs()
  const isAway = () => (isFocused === undefined ? monotonicMs() - touchedMs >= awayMs : !isFocused)
  return {
    signs: {
      title: (text) => {
        if (!settings.title || text === shown) return
        shown = text
        write(`\x1b]2;${text}\x07`)
      },
      ring: (words) => {
        if (settings.bell === false || !isAway()) return
        write(settings.bell === 'notify' ? `\x1b]9;${safeLine(words)}\x07` : '\x07')
      },
    },
    focused: (focus) => {
      isFocused = focus
    },
    touched: () => {
      touchedMs = monotonicMs()
    },
    forget: () => {
      shown = undefined
    },
  }
}
