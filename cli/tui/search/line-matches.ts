import type { Line, Span, Style } from '../frame.js'
import { clusters } from '../text/clusters.js'
import { goesOnSign } from '../text/goes-on-sign.js'
import { comparable, type Needle } from './needle.js'

/** A place of the needle in lines: the line in which it begins, and its pieces, one for each line. */
export type LineMatch = { readonly line: number; readonly pieces: ReadonlyArray<Piece> }

/** A part of a line, in UTF-16 units of its text. */
type Piece = { readonly line: number; readonly from: number; readonly to: number }

type Known = { readonly needle: Needle; readonly matches: ReadonlyArray<LineMatch> }
const known = new WeakMap<ReadonlyArray<Line>, Known>()

/** Every place of the needle in the lines of one element, also where a line was broken in it. */
export const matchesIn = (needle: Needle, lines: ReadonlyArray<Line>): ReadonlyArray<LineMatch> => {
  const memo = known.get(lines)
  if (memo?.needle === needle) return memo.matches
  const matches = findIn(needle, lines)
  known.set(lines, { needle, matches })
  return matches
}

type Marked = Known & { readonly current: number | undefined; readonly lines: ReadonlyArray<Line> }
const marked = new WeakMap<ReadonlyArray<Line>, Marked>()

/** The lines with every place of the needle marked; the one of number `current` stands out. */
export const markMatches = (
  needle: Needle,
  current: number | undefined,
  lines: ReadonlyArray<Line>,
): ReadonlyArray<Line> => {
  const memo = marked.get(lines)
  if (memo?.needle === needle && memo.current === current) return memo.lines
  const matches = matchesIn(needle, lines)
  const made = matches.length === 0 ? lines : markedLines(matches, current, lines)
  marked.set(lines, { needle, matches, current, lines: made })
  return made
}

const findIn = (needle: Needle, lines: ReadonlyArray<Line>): ReadonlyArray<LineMatch> => {
  const glyphs = lines.flatMap((line, index) => glyphsOf(line, index, needle.isExact))
  const text = glyphs.map(({ letters }) => letters).join('')
  const owners = glyphs.flatMap((glyph) => Array.from(glyph.letters.split(''), () => glyph))
  return [...text.matchAll(needle.broken)].map((match) => {
    const touched = owners.slice(match.index, match.index + match[0].length)
    return { line: touched[0]?.line ?? 0, pieces: piecesOf(touched) }
  })
}

type Glyph = Piece & { readonly letters: string }

// The blanks at the start of a line are its indentation, and the sign behind them is ours.
const glyphsOf = (line: Line, index: number, isExact: boolean): ReadonlyArray<Glyph> => {
  const text = textOf(line)
  const glyphs: Glyph[] = []
  let from = indentation.exec(text)?.[0].length ?? 0
  for (const cluster of clusters(text.slice(from))) {
    const to = from + cluster.length
    glyphs.push({ line: index, from, to, letters: comparable(cluster, isExact) })
    from = to
  }
  glyphs.push({ line: index, from, to: from, letters: '\n' })
  return glyphs
}

const indentation = new RegExp(`^\\s*(?:${goesOnSign} )?`)

const piecesOf = (glyphs: ReadonlyArray<Glyph>): ReadonlyArray<Piece> => {
  const pieces: Piece[] = []
  for (const { line, from, to } of glyphs) {
    const last = pieces.at(-1)
    if (last?.line === line) pieces[pieces.length - 1] = { line, from: last.from, to }
    else pieces.push({ line, from, to })
  }
  return pieces
}

const markedLines = (
  matches: ReadonlyArray<LineMatch>,
  current: number | undefined,
  lines: ReadonlyArray<Line>,
): ReadonlyArray<Line> => {
  const all = matches.flatMap(({ pieces }, nth) =>
    pieces.map((piece) => ({ ...piece, style: nth === current ? currentStyle : 'match' }) as const),
  )
  const byLine = new Map<number, Mark[]>()
  for (const mark of all) {
    const marks = byLine.get(mark.line) ?? []
    marks.push(mark)
    byLine.set(mark.line, marks)
  }
  return lines.map((line, index) => markLine(byLine.get(index) ?? [], line))
}

const currentStyle: Style = 'inverse'

type Mark = Piece & { readonly style: Style }

const markLine = (marks: ReadonlyArray<Mark>, line: Line): Line => {
  if (marks.length === 0) return line
  const spans: Span[] = []
  let start = 0
  for (const one of line) {
    spans.push(...markSpan(marks, start, one))
    start += one.text.length
  }
  return spans
}

// The text is safe already: it is only cut anew.
const markSpan = (marks: ReadonlyArray<Mark>, start: number, one: Span): ReadonlyArray<Span> => {
  const end = start + one.text.length
  const cut = (from: number, to: number, style: Style): Span => ({
    text: one.text.slice(from - start, to - start),
    style,
  })
  const spans: Span[] = []
  let at = start
  for (const mark of marks) {
    const [from, to] = [Math.max(at, mark.from), Math.min(end, mark.to)]
    if (from >= to) continue
    spans.push(cut(at, from, one.style), cut(from, to, mark.style))
    at = to
  }
  return [...spans, cut(at, end, one.style)].filter(({ text }) => text !== '')
}

const textOf = (line: Line): string => line.map(({ text }) => text).join('')
