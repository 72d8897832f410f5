import type { ToolBlock } from '../../../projections/transcript/block.js'
import type { Line } from '../frame.js'
import type { Look } from '../text/look.js'
import type { Head } from './tool-head.js'

/** How the calls of one tool are drawn. */
export type ToolView = {
  /** What its line says. */
  readonly head: (block: ToolBlock, look: Look) => Head
  /** The lines below, in a normal look or with every detail. */
  readonly body: (block: ToolBlock, look: Look) => ReadonlyArray<Line>
  /** Fields of the input that head and body show; every detail shows the others too. */
  readonly fields: ReadonlyArray<string>
}
