import type { Frame } from '../../../cli/tui/frame.js'
import { english, japanese, type Words } from './words.js'

/** What a picture is drawn for: a size of the screen, and the language of what it shows. */
export type Setting = {
  readonly size: { readonly width: number; readonly height: number }
  readonly words: Words
}

/** One state of the screen with a name, and words that say what the person sees. */
export type Picture = {
  readonly name: string
  readonly about: string
  readonly frame: (setting: Setting) => Frame
}

const sizes = [
  { width: 40, height: 10 },
  { width: 80, height: 24 },
  { width: 200, height: 50 },
]

/** Every size in every language. */
export const settings: ReadonlyArray<Setting> = sizes.flatMap((size) =>
  [english, japanese].map((words) => ({ size, words })),
)
