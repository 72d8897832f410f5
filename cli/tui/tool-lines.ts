import type { ToolBlock, ToolState } from '../../projections/transcript/block.js'
import { fitLine, type Line, span, type Style } from './frame.js'
import { led, type Look, moreKey } from './led.js'
import { safeLine } from './safe-text.js'

const normalLines = 6
// The start is enough for a look at the screen; all of it is in the log.
const drawnCharsMax = 200_000

/** A call: what it asks for, how it stands, and as much of its output as the detail shows. */
export const toolLines = (block: ToolBlock, look: Look): ReadonlyArray<Line> => [
  fitLine(headSpans(block), look.width),
  ...(look.detail === 'detail' ? inputLines(block, look) : []),
  ...outputLines(block, look),
  ...cutLines(block, look),
]

const signs: Readonly<Record<ToolState, { readonly sign: string; readonly style: Style }>> = {
  waiting: { sign: '○', style: 'dim' },
  running: { sign: '●', style: 'accent' },
  done: { sign: '✓', style: 'ok' },
  failed: { sign: '✗', style: 'error' },
  denied: { sign: '✗', style: 'error' },
  interrupted: { sign: '■', style: 'warning' },
  cancelled: { sign: '■', style: 'warning' },
  unknown: { sign: '?', style: 'warning' },
}

const headSpans = (block: ToolBlock): Line => {
  const { sign, style } = signs[block.state]
  const told = block.state === 'done' || block.summary.startsWith(block.state)
  const state = told ? '' : ` (${block.state})`
  const summary = block.summary === '' ? '' : ` · ${block.summary}`
  return [
    span(`${sign} `, style),
    span(block.name, 'bold'),
    span(block.asked === '' ? '' : ` ${safeLine(block.asked)}`),
    span(`${state}${summary}`, style === 'ok' ? 'dim' : style),
  ]
}

const inputLines = (block: ToolBlock, look: Look): ReadonlyArray<Line> =>
  block.input === undefined
    ? []
    : led('  ', bounded(JSON.stringify(block.input, null, 2) ?? ''), { look, style: 'dim' })

const outputLines = (block: ToolBlock, look: Look): ReadonlyArray<Line> => {
  const output = bounded(block.output).replace(/\n+$/, '')
  if (output === '' || look.detail === 'overview') return []
  const lines = led('  ', output, { look, style: block.state === 'failed' ? 'error' : 'dim' })
  if (look.detail === 'detail' || lines.length <= normalLines) return lines
  // What runs is followed at its end; what is over is shown from its start.
  const shown = block.state === 'running' ? lines.slice(-normalLines) : lines.slice(0, normalLines)
  const left = lines.length - normalLines
  const more = `… ${left} more ${left === 1 ? 'line' : 'lines'}${moreKey(look)}`
  return [...shown, ...led('  ', more, { look, style: 'dim' })]
}

const cutLines = ({ cut }: ToolBlock, look: Look): ReadonlyArray<Line> => {
  if (cut === undefined) return []
  const where = cut.file === undefined ? '' : `; all of it is in ${cut.file}`
  return led('  ', `(cut: ${cut.bytes} bytes left out${where})`, { look, style: 'warning' })
}

const bounded = (text: string): string => text.slice(0, drawnCharsMax)
