import type { ToolBlock } from '../../../projections/transcript/block.js'
import { type Line, type Span, span } from '../frame.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { shortPath } from '../text/short-path.js'
import { countRows, diffLines } from './diff-lines.js'
import { askedRows, type DiffRow, diffRows, newFileRows } from './diff-rows.js'
import { folded } from './folded.js'
import { bounded, outputLines, refusalLines } from './folded-output.js'
import { textIn } from './input-fields.js'
import type { ToolView } from './tool-view.js'

/**
 * A file that was written or edited: its path, and the difference as the tool found it. While it has
 * not run there is what was asked for; what was refused says why.
 */
export const changeView: ToolView = {
  head: (block, look) => ({
    asked: shortPath(textIn(block.input, 'path') ?? block.asked, look.cwd),
    keepsEnd: true,
    more: countSpans(block),
  }),
  body: (block, look) => {
    const rows = rowsOf(block)
    switch (block.state) {
      case 'waiting':
      case 'running':
        return shownRows(rows, look)
      case 'done':
        return rows.length > 0
          ? [...saidLines(block, look), ...shownRows(rows, look)]
          : outputLines(block, look, 'dim')
      case 'failed':
      case 'denied':
      case 'interrupted':
      case 'cancelled':
      case 'unknown':
        return [
          ...refusalLines(block, look),
          ...(look.detail === 'detail' ? shownRows(rows, look) : []),
        ]
    }
  },
  fields: ['path', 'content', 'old_string', 'new_string'],
}

// The tool's own sentence in front of the difference says no more than the line of the call.
const saidLines = ({ output }: ToolBlock, look: Look): ReadonlyArray<Line> =>
  look.detail === 'detail'
    ? led('  ', bounded(output.split('\n@@ ', 1)[0] ?? ''), { look, style: 'dim' })
    : []

const rowsMax = 12

const shownRows = (rows: ReadonlyArray<DiffRow>, look: Look): ReadonlyArray<Line> => {
  if (look.detail === 'detail' || rows.length <= rowsMax)
    return folded(diffLines(rows, look), { look, linesMax: rowsMax, keep: 'start' })
  // Lines that are not shown are counted as rows: to wrap them all would cost for nothing.
  const lines = diffLines(rows.slice(0, rowsMax + 2), look)
  const rest = rows.slice(rowsMax + 2).map((): Line => [])
  return folded([...lines, ...rest], { look, linesMax: rowsMax, keep: 'start' })
}

// Head and body of a call ask one after the other.
const known: { block?: ToolBlock; rows: ReadonlyArray<DiffRow> } = { rows: [] }

const rowsOf = (block: ToolBlock): ReadonlyArray<DiffRow> => {
  if (known.block === block) return known.rows
  known.block = block
  known.rows = madeRows(block)
  return known.rows
}

// What the tool found is the truth; where it gave no difference there is what was asked for.
const madeRows = (block: ToolBlock): ReadonlyArray<DiffRow> => {
  const { input, output, state, summary } = block
  const content = textIn(input, 'content')
  const found = state === 'done' ? output.indexOf('\n@@ ') : -1
  if (found !== -1) return diffRows(bounded(output.slice(found + 1)))
  if (content !== undefined)
    return state !== 'done' || summary.startsWith('new, ') ? newFileRows(bounded(content)) : []
  const [before, after] = [textIn(input, 'old_string'), textIn(input, 'new_string')]
  if (before === undefined || after === undefined || state === 'done') return []
  return askedRows(bounded(before), bounded(after))
}

const countSpans = (block: ToolBlock): ReadonlyArray<Span> => {
  const { state, summary, output } = block
  const isUncounted = summary.startsWith('new, ') || /\n\[\d+ more bytes of the/.test(output)
  if (state !== 'done' || isUncounted) return []
  const { added, removed } = countRows(rowsOf(block))
  if (added + removed === 0) return []
  return [span(' · ', 'dim'), span(`+${added}`, 'added'), span(' '), span(`-${removed}`, 'removed')]
}
