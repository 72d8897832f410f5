import { takeColumns, takeLastColumns } from './take-columns.js'
import { textWidth } from './width.js'

/** The text in at most so many columns: all of it, or its beginning and a `…`. */
export const fitColumns = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text
  return columns < 1 ? '' : `${takeColumns(text, columns - 1)}…`
}

/** The text in at most so many columns: all of it, or a `…` and its end, as of a path. */
export const fitEnd = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text
  return columns < 1 ? '' : `…${takeLastColumns(text, columns - 1)}`
}
