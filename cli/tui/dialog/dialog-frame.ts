import { emptyLine, type Frame, fitLine, type Line } from '../frame.js'

export type DialogSize = { readonly width: number; readonly height: number }

export type DialogContent = {
  readonly lines: ReadonlyArray<Line>
  readonly cursor: Frame['cursor']
}

/** The lines as a whole screen: cut to the size, filled up with empty ones, the caret inside. */
export const dialogFrame = (
  { width, height }: DialogSize,
  { lines, cursor }: DialogContent,
): Frame => {
  const shown = lines.slice(0, height)
  const filled = [...shown, ...Array.from({ length: height - shown.length }, () => emptyLine)]
  return {
    width,
    height,
    lines: filled.map((spans) => fitLine(spans, width)),
    scrollHeight: 0,
    cursor: {
      row: Math.max(0, Math.min(height - 1, cursor.row)),
      column: Math.max(0, Math.min(width - 1, cursor.column)),
    },
  }
}
