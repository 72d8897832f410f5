import type { ToolBlock } from '../../../projections/transcript/block.js'
import type { Line } from '../frame.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { folded } from './folded.js'
import { outputLines, printed } from './folded-output.js'
import { textIn } from './input-fields.js'
import { fitsHead } from './tool-head.js'
import type { ToolView } from './tool-view.js'

/** A command: in the line of the call when it fits there, else below; then what it printed. */
export const bashView: ToolView = {
  head: (block, look) => ({ asked: isInHead(block, look) ? oneLine(commandIn(block)) : '' }),
  body: (block, look) => [
    ...(isInHead(block, look) ? [] : commandLines(block, look)),
    ...outputLines(printed(block), look, 'dim'),
  ],
  fields: ['command'],
}

const commandLinesMax = 8

const commandIn = ({ input, asked }: ToolBlock): string =>
  (textIn(input, 'command') ?? asked).replace(/\s+$/, '')

const oneLine = (command: string): string => command.replace(/\s*\n\s*/g, ' ⏎ ')

const isInHead = (block: ToolBlock, look: Look): boolean => {
  const command = commandIn(block)
  if (look.detail === 'overview') return true
  return !command.includes('\n') && fitsHead(block, { asked: command }, look)
}

const commandLines = (block: ToolBlock, look: Look): ReadonlyArray<Line> =>
  folded(led('  $ ', commandIn(block), { look, style: 'code' }), {
    look,
    linesMax: commandLinesMax,
    keep: 'start',
  })
