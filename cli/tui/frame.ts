import { safeLine } from './text/safe-text.js'
import { takeColumns } from './text/take-columns.js'
import { textWidth } from './text/width.js'

/** How a piece of text looks; theme/theme-colors.ts gives each name its colours. */
export type Style =
  | 'plain'
  | 'dim'
  | 'bold'
  | 'user'
  | 'accent'
  | 'ok'
  | 'warning'
  | 'error'
  | 'inverse'
  | 'emphasis'
  | 'strong_emphasis'
  | 'strike'
  | 'heading'
  | 'code'
  | 'link'
  | 'quote'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'name'
  | 'added'
  | 'removed'
  | 'added_word'
  | 'removed_word'
  | 'match'

/** Text of one look. Made by `span` alone, so that nothing unsafe is ever drawn. */
export type Span = { readonly text: string; readonly style: Style }
export type Line = ReadonlyArray<Span>

/** A whole screen: exactly `height` lines of at most `width` columns, and the caret. */
export type Frame = {
  readonly width: number
  readonly height: number
  readonly lines: ReadonlyArray<Line>
  /** Rows at the top that move together when the transcript scrolls. */
  readonly scrollHeight: number
  /** Counted from 0. */
  readonly cursor: { readonly row: number; readonly column: number }
}

export const emptyLine: Line = []

/** A piece of a line; control characters and newlines become visible marks. */
export const span = (text: string, style: Style = 'plain'): Span => ({
  text: safeLine(text),
  style,
})

/** A line of one look. */
export const line = (text: string, style: Style = 'plain'): Line => [span(text, style)]

/** The line cut to `width` columns; a cut shows as `…` where there is room for it. */
export const fitLine = (spans: Line, width: number): Line => {
  if (lineWidth(spans) <= width) return spans
  const fitted: Span[] = []
  let left = Math.max(0, width - 1)
  for (const { text, style } of spans) {
    const kept = takeColumns(text, left)
    fitted.push({ text: kept, style })
    left -= textWidth(kept)
    if (kept !== text) break
  }
  return width < 1 ? [] : [...fitted, span('…', 'dim')]
}

/** Columns of a line. */
export const lineWidth = (spans: Line): number =>
  spans.reduce((sum, { text }) => sum + textWidth(text), 0)
