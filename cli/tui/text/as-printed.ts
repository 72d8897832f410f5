import { safeLine } from './safe-text.js'
import { takeColumns } from './take-columns.js'
import { textWidth } from './width.js'

/**
 * What a command printed as a terminal would show it in the end: colours left out, and of a line
 * that was written over and over its last state. Any other control character stays as it is.
 */
export const asPrinted = (output: string): string =>
  /[\r\x1b]/.test(output)
    ? output.replace(colors, '').replace(/\r+\n/g, '\n').split('\n').map(lastState).join('\n')
    : output

const colors = /\x1b\[[0-9;:]*m/g

// Erases to the end of the line or all of it: what is written behind it stands there alone.
const erasing = /\x1b\[[02]?K/

const lastState = (line: string): string =>
  line.includes('\r')
    ? writtenOver(line.split(/\r+/))
    : line.replaceAll(new RegExp(erasing, 'g'), '')

// From the last writing back, so that each is looked at once: an earlier one shows where it is
// longer. Marks of what is unsafe take columns too.
const writtenOver = (writings: ReadonlyArray<string>): string => {
  const shown: string[] = []
  let columns = 0
  for (const written of writings.toReversed()) {
    const text = safeLine(written.replaceAll(new RegExp(erasing, 'g'), ''))
    const width = textWidth(text)
    if (width > columns) {
      shown.push(behindColumns(columns, text))
      columns = width
    }
    if (erasing.test(written)) break
  }
  return shown.join('')
}

// Half of a wide character that was written over is a blank.
const behindColumns = (columns: number, text: string): string => {
  if (columns === 0) return text
  const gone = takeColumns(text, columns)
  if (textWidth(gone) === columns) return text.slice(gone.length)
  return ` ${text.slice(takeColumns(text, columns + 1).length)}`
}
