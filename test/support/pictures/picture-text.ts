import type { Frame } from '../../../cli/tui/frame.js'
import { frameText } from '../tui-given.js'
import type { Picture, Setting } from './picture.js'
import { settings } from './picture.js'

const emptyRowsShown = 3

/** The file of a picture: what it shows, then the screen in every size and language. */
export const pictureFile = (picture: Picture): string =>
  [`${picture.name}: ${picture.about}`, ...settings.map((one) => section(picture, one)), ''].join(
    '\n\n',
  )

/** A screen as text: no blanks at the ends of lines, long runs of empty rows told by their number. */
export const screenLines = (frame: Frame): ReadonlyArray<string> =>
  folded(
    frameText(frame)
      .split('\n')
      .map((line) => line.trimEnd()),
  )

const section = ({ frame }: Picture, setting: Setting): string => {
  const { width, height } = setting.size
  const made = frame(setting)
  const { row, column } = made.cursor
  const head = `== ${width}x${height} ${setting.words.language}, caret in row ${row + 1}, column ${column + 1}`
  return [head, ...screenLines(made)].join('\n')
}

const folded = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const out: string[] = []
  let empty = 0
  for (const line of [...lines, undefined]) {
    if (line === '') {
      empty += 1
      continue
    }
    out.push(...emptyRows(empty))
    empty = 0
    if (line !== undefined) out.push(line)
  }
  return out
}

const emptyRows = (count: number): ReadonlyArray<string> =>
  count > emptyRowsShown ? [`⋮ (${count} empty rows)`] : Array.from({ length: count }, () => '')
