import type { Price } from '../../../projections/usage.js'
import type { Detail } from '../state.js'

/** How blocks are drawn: the columns of the screen and how much is shown. */
export type Look = {
  readonly width: number
  readonly detail: Detail
  /** The key that shows more, as people are told it; '' when there is none, Ctrl-O if left out. */
  readonly detailKey?: string
  /** The session's folder: a path below it is shown without it. */
  readonly cwd?: string
  readonly price?: Price
}
