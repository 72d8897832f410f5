import type { Block, ToolBlock } from '../../../projections/transcript/block.js'
import { itemAt, type Sequence } from '../../../projections/transcript/sequence.js'
import { fitLine, type Line, span } from '../frame.js'
import type { Look } from '../text/look.js'
import { safeLine } from '../text/safe-text.js'
import { takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import { leftOut } from './folded.js'
import { textIn } from './input-fields.js'
import { readPlace } from './read-view.js'
import { signs } from './tool-head.js'

/**
 * The finished Reads that are drawn as one, which begins at `index`: two or more. `inside` when the
 * one at `index` is drawn by an earlier one. Looks at the neighbours alone.
 */
export const readGroupAt = (
  index: number,
  blocks: Sequence<Block>,
): ReadonlyArray<ToolBlock> | 'inside' | undefined => {
  const first = finishedRead(itemAt(index, blocks))
  if (first === undefined) return undefined
  if (isJoined(finishedRead(itemAt(index - 1, blocks)), first)) return 'inside'
  const group = [first]
  for (let next = index + 1; next < blocks.length; next += 1) {
    const read = finishedRead(itemAt(next, blocks))
    if (read === undefined || !isJoined(group.at(-1), read)) break
    group.push(read)
  }
  return group.length > 1 ? group : undefined
}

const finishedRead = (block: Block | undefined): ToolBlock | undefined =>
  block?.kind === 'tool' && block.name === 'Read' && block.state === 'done' ? block : undefined

// A run is broken where the log has this many more records, so that no group is without an end.
const recordsOfGroup = 4096

const isJoined = (before: ToolBlock | undefined, read: ToolBlock): boolean =>
  before !== undefined &&
  before.turn === read.turn &&
  Math.floor(before.seq / recordsOfGroup) === Math.floor(read.seq / recordsOfGroup)

const pathsMax = 8

/** Reads as one element: how many files, and in a normal look which. */
export const readGroupLines = (
  group: ReadonlyArray<ToolBlock>,
  look: Look,
): ReadonlyArray<Line> => {
  const head = fitLine(
    [
      span(`${signs.done.sign} `, 'ok'),
      span('Read', 'bold'),
      span(` ${filesWords(group)}`),
      span(` · ${linesWords(group)}`, 'dim'),
    ],
    look.width,
  )
  if (look.detail === 'overview') return [head]
  const shown = group.length > pathsMax + 1 ? group.slice(0, pathsMax) : group
  const left = group.length - shown.length
  return [
    head,
    ...shown.map((read) => pathLine(read, look)),
    ...(left === 0 ? [] : leftOut(`${left} more`, look)),
  ]
}

const filesWords = (group: ReadonlyArray<ToolBlock>): string => {
  const files = new Set(group.map(({ input, asked }) => textIn(input, 'path') ?? asked)).size
  const words = files === 1 ? '1 file' : `${files} files`
  return files === group.length ? words : `${words} in ${group.length} parts`
}

// Each says its lines in its summary: `24 lines`.
const linesWords = (group: ReadonlyArray<ToolBlock>): string => {
  const lines = group.reduce((sum, { summary }) => sum + (Number.parseInt(summary, 10) || 0), 0)
  return lines === 1 ? '1 line' : `${lines} lines`
}

const pathLine = (read: ToolBlock, look: Look): Line => {
  const place = safeLine(readPlace(read, look))
  const summary = read.summary === '' ? '' : ` · ${read.summary}`
  const cut = read.cut === undefined ? '' : ' · cut'
  const room = Math.max(8, look.width - 2 - textWidth(safeLine(summary + cut)))
  const path = textWidth(place) <= room ? place : `…${takeLastColumns(place, room - 1)}`
  return fitLine([span(`  ${path}`), span(summary, 'dim'), span(cut, 'warning')], look.width)
}
