import type { Panel } from '../panel/panel.js'
import type { Menu } from './menu.js'

/** What lies over the screen. */
export type Overlay = {
  /** The list above the editor. */
  readonly menu: Menu | undefined
  /** The person closed the list of the word that begins at this atom of the editor. */
  readonly dismissed: number | undefined
  /** The text over the transcript. */
  readonly panel: Panel | undefined
}

export const noOverlay: Overlay = { menu: undefined, dismissed: undefined, panel: undefined }
