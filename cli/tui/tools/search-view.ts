import type { ToolBlock } from '../../../projections/transcript/block.js'
import { fitLine, type Line, type Span, type Style, span } from '../frame.js'
import { goesOnSign } from '../text/goes-on-sign.js'
import type { Look } from '../text/look.js'
import { safeLine } from '../text/safe-text.js'
import { shortPath } from '../text/short-path.js'
import { wrapCode } from '../text/wrap-row.js'
import { folded } from './folded.js'
import { bounded, outputLinesMax, refusalLines } from './folded-output.js'
import { hitFinder } from './hit-finder.js'
import { textIn } from './input-fields.js'
import type { ToolView } from './tool-view.js'

/** A search for files: what and where, and the first that were found. */
export const globView: ToolView = {
  head: (block, look) => ({ asked: searched(block, look) }),
  body: (block, look) =>
    foundLines(block, look, (text) => [span(text, isRemark(text) ? 'warning' : 'dim')]),
  fields: ['pattern', 'path'],
}

/** A search in files: what and where, and the first lines that match, with the hits marked. */
export const grepView: ToolView = {
  head: (block, look) => ({ asked: searched(block, look) }),
  body: (block, look) => foundLines(block, look, matchSpans(block)),
  fields: ['pattern', 'path', 'glob'],
}

const searched = ({ input, asked }: ToolBlock, { cwd }: Look): string => {
  const pattern = textIn(input, 'pattern')
  if (pattern === undefined) return asked
  const path = textIn(input, 'path')
  const glob = textIn(input, 'glob')
  const where = path === undefined ? '' : ` in ${shortPath(path, cwd)}`
  return `${pattern}${where}${glob === undefined ? '' : ` (${glob})`}`
}

type ToSpans = (text: string) => ReadonlyArray<Span>

const foundLines = (block: ToolBlock, look: Look, spansOf: ToSpans): ReadonlyArray<Line> => {
  if (block.state !== 'done') return refusalLines(block, look)
  const output = bounded(block.output).replace(/\n+$/, '')
  if (output === '' || output === '[No file matches.]' || output === '[Nothing matches.]') return []
  const all = output.split('\n')
  const lines =
    look.detail === 'detail'
      ? all.flatMap((text) => indented(spansOf(text), look))
      : all.map((text, index) => (index > outputLinesMax ? [] : oneLine(spansOf(text), look)))
  return folded(lines, { look, linesMax: outputLinesMax, keep: 'start' })
}

const indented = (spans: Line, { width }: Look): ReadonlyArray<Line> =>
  width > 6
    ? wrapCode(spans, width - 2).map((row, index) => [index === 0 ? span('  ') : goesOn, ...row])
    : wrapCode(spans, width)

const goesOn = span(`${goesOnSign} `, 'dim')

const oneLine = (spans: Line, { width }: Look): Line => fitLine([span('  '), ...spans], width)

// What the tool itself says stands in brackets behind what it found.
const isRemark = (text: string): boolean => /^\[.*\]$/.test(text)

const matchSpans = (block: ToolBlock): ToSpans => {
  const find = hitFinder(block.input)
  return (text) => {
    if (isRemark(text)) return [span(text, 'warning')]
    const [, place = '', line = ''] = /^(.+?:\d+:)(.*)$/s.exec(text) ?? []
    if (place === '') return [span(text, 'dim')]
    const pieces = find(safeLine(line))
    return [span(place, 'name'), span(' '), ...pieces.map((one) => span(one.text, look(one.hit)))]
  }
}

const look = (hit: boolean): Style => (hit ? 'match' : 'plain')
