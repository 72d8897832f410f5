import type { ToolBlock } from '../../../projections/transcript/block.js'
import type { Line } from '../frame.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { bashView } from './bash-view.js'
import { changeView } from './change-view.js'
import { bounded, outputLines, printed } from './folded-output.js'
import { otherFields } from './input-fields.js'
import { readView } from './read-view.js'
import { globView, grepView } from './search-view.js'
import { headLine, type Running } from './tool-head.js'
import type { ToolView } from './tool-view.js'

/**
 * A call: what it asks for, how it stands, and as much of its output as the detail shows. `running`:
 * how long it runs by now.
 */
export const toolLines = (block: ToolBlock, look: Look, running?: Running): ReadonlyArray<Line> => {
  const view = views.get(block.name) ?? otherView
  const head = { ...view.head(block, look), ...(running === undefined ? {} : { running }) }
  if (look.detail === 'overview') return [headLine(block, head, look)]
  return [
    headLine(block, head, look),
    ...(look.detail === 'detail' ? inputLines(block, view, look) : []),
    ...view.body(block, look),
    ...cutLines(block, look),
  ]
}

/** What a call asks for, in one line: its path and range, its command, its pattern and place. */
export const callAsked = (block: ToolBlock, cwd: string | undefined): string => {
  const view = views.get(block.name) ?? otherView
  const place = cwd === undefined ? {} : { cwd }
  return view.head(block, { width: Number.POSITIVE_INFINITY, detail: 'overview', ...place }).asked
}

const otherView: ToolView = {
  head: ({ asked }) => ({ asked }),
  body: (block, look) =>
    outputLines(printed(block), look, block.state === 'failed' ? 'error' : 'dim'),
  fields: [],
}

const views: ReadonlyMap<string, ToolView> = new Map([
  ['Bash', bashView],
  ['Edit', changeView],
  ['Glob', globView],
  ['Grep', grepView],
  ['Read', readView],
  ['Write', changeView],
])

const inputLines = ({ input }: ToolBlock, { fields }: ToolView, look: Look) => {
  const text = bounded(otherFields(input, fields))
  return text === '' ? [] : led('  ', text, { look, style: 'dim' })
}

const cutLines = ({ cut }: ToolBlock, look: Look): ReadonlyArray<Line> => {
  if (cut === undefined) return []
  const where = cut.file === undefined ? '' : `; all of it is in ${cut.file}`
  return led('  ', `(cut: ${cut.bytes} bytes left out${where})`, { look, style: 'warning' })
}
