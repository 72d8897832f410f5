import { emptyLine, type Line } from '../frame.js'
import { markMatches } from '../search/line-matches.js'
import type { TuiState } from '../state.js'
import { elementLines } from './element-lines.js'
import { greetingLines } from './greeting-lines.js'
import { liveLines } from './live-lines.js'
import { lookOf } from './look-of.js'

/**
 * The scrolled part as elements, each some lines: the greeting, the blocks, what streams. Lines are
 * made when asked for, so that a long session costs only what is seen of it.
 */
export type Document = {
  readonly count: number
  readonly linesOf: (element: number) => ReadonlyArray<Line>
}

/** A line of the document: the element, and the line in it. */
export type Place = { readonly element: number; readonly line: number }

/** The scrolled part of the screen that shows this state; no line is made yet. */
export const documentOf = (state: TuiState): Document => {
  const { blocks } = state.transcript
  const look = lookOf(state)
  const made = new Map<number, ReadonlyArray<Line>>()
  const make = (element: number) => {
    if (element <= 0) return greetingLines(state)
    return element > blocks.length ? liveLines(state) : elementLines(element - 1, look, state)
  }
  const linesOf = (element: number) => {
    const lines = made.get(element) ?? withMatches(element, make(element), state)
    made.set(element, lines)
    return lines
  }
  return { count: blocks.length + 2, linesOf }
}

const withMatches = (
  element: number,
  lines: ReadonlyArray<Line>,
  { search }: TuiState,
): ReadonlyArray<Line> => {
  if (search?.needle === undefined) return lines
  const current = search.at?.element === element ? search.at.nth : undefined
  return markMatches(search.needle, current, lines)
}

/** The place `count` lines further down, or up when negative; kept within the document. */
export const placeBeyond = (document: Document, from: Place, count: number): Place => {
  let { element, line } = clamped(document, from)
  let left = count
  while (left > 0) {
    const rest = document.linesOf(element).length - line
    if (left < rest) return { element, line: line + left }
    if (element >= document.count - 1) return { element, line: Math.max(0, line + rest - 1) }
    left -= rest
    element += 1
    line = 0
  }
  while (left < 0) {
    if (line + left >= 0) return { element, line: line + left }
    if (element <= 0) return { element: 0, line: 0 }
    left += line
    element -= 1
    line = document.linesOf(element).length
  }
  return { element, line }
}

/** The place at the top of a view of `height` lines that ends with the document. */
export const endPlace = (document: Document, height: number): Place => {
  const element = document.count
  return placeBeyond(document, { element, line: 0 }, -height)
}

/** `height` lines from `from` on; empty ones behind the end. */
export const linesFrom = (document: Document, from: Place, height: number): ReadonlyArray<Line> => {
  const lines: Line[] = []
  const start = clamped(document, from)
  for (let element = start.element; element < document.count; element += 1) {
    if (lines.length >= height) break
    const all = document.linesOf(element)
    const first = element === start.element ? start.line : 0
    for (const line of all.slice(first, first + height - lines.length)) lines.push(line)
  }
  while (lines.length < height) lines.push(emptyLine)
  return lines
}

/** Whether place `a` stands before place `b`. */
export const isBefore = (a: Place, b: Place): boolean =>
  a.element < b.element || (a.element === b.element && a.line < b.line)

// One element behind the last is allowed: it is where the document ends.
const clamped = (document: Document, { element, line }: Place): Place => {
  if (element >= document.count) return { element: document.count, line: 0 }
  const lines = document.linesOf(Math.max(0, element)).length
  return { element: Math.max(0, element), line: Math.max(0, Math.min(line, lines - 1)) }
}
