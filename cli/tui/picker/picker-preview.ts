import type { Block } from '../../../projections/transcript/block.js'
import { type Line, line, span } from '../frame.js'
import { fitEnd } from '../text/fit-columns.js'
import { led } from '../text/led.js'
import { safeLine } from '../text/safe-text.js'
import { blockLines } from '../transcript/block-lines.js'
import type { Fact, Preview } from './picker-row.js'

type Size = { readonly width: number; readonly height: number }

/** The facts, and below them as much of the end of the transcript as there is room for. */
export const previewLines = (preview: Preview, size: Size): ReadonlyArray<Line> => {
  const { width, height } = size
  const facts = preview.facts
    .flatMap((fact) => factLines(fact, width))
    .slice(0, Math.max(1, height - transcriptLinesMin - 1))
  const room = height - facts.length - 1
  if (room < 1 || preview.blocks.length === 0) return facts.slice(0, height)
  return [...facts, line('─'.repeat(width), 'dim'), ...endLines(preview.blocks, width, room)]
}

// What is wrong with a row and what to do is wanted more than what was said.
const transcriptLinesMin = 2

const factLines = ({ text, style, isPath = false }: Fact, width: number): ReadonlyArray<Line> =>
  isPath
    ? [[span(fitEnd(safeLine(text), width), style)]]
    : led('', text, { look: { width }, style })

/** The last lines of the blocks; only the blocks that are seen are made into lines. */
const endLines = (
  blocks: ReadonlyArray<Block>,
  width: number,
  room: number,
): ReadonlyArray<Line> => {
  let lines: ReadonlyArray<Line> = []
  for (let at = blocks.length - 1; at >= 0 && lines.length <= room; at -= 1) {
    const block = blocks[at]
    if (block === undefined) continue
    lines = [...blockLines(block, { width, detail: 'normal', detailKey: '' }), ...lines]
  }
  // Behind the last block stands an empty line that nothing follows.
  return lines.slice(0, -1).slice(-room)
}
