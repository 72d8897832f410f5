import type { ToolBlock } from '../../../projections/transcript/block.js'
import type { Line } from '../frame.js'
import { led, type Look } from '../text/led.js'
import { outputLines } from './folded-output.js'
import { folded } from './folded.js'
import { textIn } from './input-fields.js'
import { fitsHead } from './tool-head.js'
import type { ToolView } from './tool-view.js'

/** A command: in the line of the call when it fits there, else below; then what it printed. */
export const bashView: ToolView = {
  head: (block, look) => ({ asked: isInHead(block, look) ? oneLine(commandIn(block)) : '' }),
  body: (block, look) => [
    ...(isInHead(block, look) ? [] : commandLines(block, look)),
    ...outputLines({ ...block, output: shownOutput(block, look) }, look, 'dim'),
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

// A program that draws a bar writes one line over and over, and colours are for its own terminal.
// Every detail shows what it wrote.
const shownOutput = ({ output }: ToolBlock, { detail }: Look): string =>
  detail === 'detail'
    ? output
    : output
        .replace(/\x1b\[[0-9;:]*m/g, '')
        .replace(/\r+\n/g, '\n')
        .replace(/[^\r\n]*\r(?=[^\r\n])/g, '')
