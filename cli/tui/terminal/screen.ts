import type { Message } from '../message.js'
import type { Painter } from './painter.js'
import type { ScreenSettings } from './screen-settings.js'

/** What a screen runs on; the caller gives the real ones. Both streams must be terminals. */
export type Terminal = {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly newId: () => string
  readonly monotonicMs: () => number
  readonly settings: ScreenSettings
}

export type ScreenEvents = {
  readonly onMessage: (message: Message) => void
  /** Each character is a text of its own, since any may end the screen and the rest is the next's. */
  readonly isCharacterwise?: boolean
  /** The terminal is gone; may be told more than once. */
  readonly onHangUp: () => void
  /** A signal or a fault ends the process: what is not kept when this returns is lost. */
  readonly onEnding?: () => void
  /** Printed after the terminal is restored when a signal or a fault ends the process. */
  readonly lastWords: () => string
}

/** A terminal that was taken. */
export type Screen = {
  /** Enters it; the size comes as the first message. */
  readonly start: () => void
  readonly draw: Painter['draw']
  /** Draws all of it anew, at the size of now, which comes as a message. */
  readonly repaint: () => void
  /** Sets the title of the terminal to this safe text, where the person wants one. */
  readonly title: (text: string) => void
  /** Rings, or notifies, when the person looks elsewhere and wants to hear of it. */
  readonly ring: (words: string) => void
  readonly suspend: () => void
  /** Gives the terminal to another program until that is done; nothing is read or drawn. */
  readonly lend: <A>(work: () => Promise<A>) => Promise<A>
  /** Gives the terminal back; nothing is read or drawn afterwards. */
  readonly close: () => void
}

/** Whether the terminal of this environment can only print line after line. */
export const isDumb = (env: Terminal['env']): boolean => /^(?:dumb)?$/.test(env['TERM'] ?? '')
