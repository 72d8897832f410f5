import type { ToolBlock } from '../../../projections/transcript/block.js'
import type { Line, Style } from '../frame.js'
import { asPrinted } from '../text/as-printed.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { folded } from './folded.js'

/** Lines of an output that a normal look shows. */
export const outputLinesMax = 6

// The start is enough for a look at the screen; all of it is in the log.
const drawnCharsMax = 200_000

/** The beginning of a text, as far as it is drawn at all. */
export const bounded = (text: string): string => text.slice(0, drawnCharsMax)

/** The call with what it gave as a terminal would show it: for what is no content of a file. */
export const printed = (block: ToolBlock): ToolBlock => ({
  ...block,
  output: asPrinted(bounded(block.output)),
})

/**
 * What a call gave, some lines of it: what runs or went wrong is followed at its end, where the
 * reason stands; what is done is shown from its start.
 */
export const outputLines = (block: ToolBlock, look: Look, style: Style): ReadonlyArray<Line> => {
  const output = bounded(block.output).replace(/\n+$/, '')
  if (output === '' || output === block.summary) return []
  const keep = block.state === 'done' ? 'start' : 'end'
  return folded(led('  ', output, { look, style }), { look, linesMax: outputLinesMax, keep })
}

/** What a call that was refused or failed says, whole where it is short. */
export const refusalLines = (block: ToolBlock, look: Look): ReadonlyArray<Line> =>
  outputLines(block, look, block.state === 'failed' || block.state === 'denied' ? 'error' : 'dim')
