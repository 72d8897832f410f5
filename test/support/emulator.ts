import unicode11 from '@xterm/addon-unicode11'
import headless from '@xterm/headless'
import type { Frame, Line } from '../../cli/tui/frame.js'
import { clusters } from '../../cli/tui/text/clusters.js'
import { isDisputed } from '../../cli/tui/text/is-disputed.js'
import { clusterWidth } from '../../cli/tui/text/width.js'

/** A terminal that is fed bytes, and the frame that should stand on it. */
export type Emulator = {
  readonly write: (bytes: string) => Promise<void>
  readonly resize: (size: Size) => void
  /** Where the screen differs from the frame, in words; nothing when it shows just that. */
  readonly differences: (frame: Frame) => ReadonlyArray<string>
}

type Size = { readonly width: number; readonly height: number }

/** An emulated terminal of this size in the modes that the TUI sets. */
export const createEmulator = async ({ width, height }: Size): Promise<Emulator> => {
  const screen = new headless.Terminal({ cols: width, rows: height, allowProposedApi: true })
  screen.loadAddon(new unicode11.Unicode11Addon())
  screen.unicode.activeVersion = '11'
  const write = (bytes: string) => new Promise<void>((done) => screen.write(bytes, done))
  await write('\x1b[?1049h\x1b[?7l')
  const cell = (row: number, column: number): string =>
    screen.buffer.active.getLine(row)?.getCell(column)?.getChars() ?? ''
  return {
    write,
    resize: (size) => screen.resize(size.width, size.height),
    differences: (frame) => [
      ...frame.lines.flatMap((line, row) => rowDifferences(row, line, (at) => cell(row, at))),
      ...caretDifferences(frame, screen.buffer.active),
    ],
  }
}

type Cell = { readonly column: number; readonly chars: string }

const rowDifferences = (
  row: number,
  line: Line,
  cell: (column: number) => string,
): ReadonlyArray<string> =>
  cellsOf(line).flatMap(({ column, chars }) =>
    (cell(column) || ' ').startsWith(chars)
      ? []
      : [`row ${row + 1}, column ${column + 1}: "${cell(column)}" and not "${chars}"`],
  )

// Terminals disagree about joined clusters and new emoji, so what stands in their own columns is
// left open; all that follows them has to stand in its place.
const cellsOf = (line: Line): ReadonlyArray<Cell> => {
  const cells: Cell[] = []
  let column = 0
  for (const cluster of line.flatMap(({ text }) => clusters(text))) {
    if (!isDisputed(cluster)) cells.push({ column, chars: cluster })
    column += clusterWidth(cluster)
  }
  return cells
}

const caretDifferences = (
  { cursor }: Frame,
  { cursorX, cursorY }: { readonly cursorX: number; readonly cursorY: number },
): ReadonlyArray<string> =>
  cursor.row === cursorY && cursor.column === cursorX
    ? []
    : [
        `the caret is in row ${cursorY + 1}, column ${cursorX + 1} and not in row ${cursor.row + 1}, column ${cursor.column + 1}`,
      ]
