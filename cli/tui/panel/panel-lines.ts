import { emptyLine, fitLine, type Line, line, span } from '../frame.js'
import { safeLine } from '../text/safe-text.js'
import { textWidth } from '../text/width.js'
import { wrapText } from '../text/wrap.js'
import type { PanelItem } from './panel.js'

const nameColumnsMax = 24
const foldedBelow = 30

/** What a panel shows, as lines of at most `width` columns. */
export const panelLines = (items: ReadonlyArray<PanelItem>, width: number): ReadonlyArray<Line> => {
  const columns = nameColumns(items, width)
  return items
    .flatMap((item, at): ReadonlyArray<Line> => {
      switch (item.kind) {
        case 'heading':
          return [...(at === 0 ? [] : [emptyLine]), ...wrapped(item.text, width, 'heading')]
        case 'words':
          return wrapped(item.text, width, item.style)
        case 'fact':
          return factLines(item, columns, width)
      }
    })
    .map((spans) => fitLine(spans, width))
}

type Fact = Extract<PanelItem, { readonly kind: 'fact' }>

const wrapped = (text: string, width: number, style: Line[number]['style']) =>
  wrapText(text, width).map((words) => line(words, style))

// The column of the names is as wide as the longest of them, and never much of the screen.
const nameColumns = (items: ReadonlyArray<PanelItem>, width: number): number => {
  const most = Math.min(nameColumnsMax, Math.floor(width / 3))
  const names = items.flatMap((item) =>
    item.kind === 'fact' ? [textWidth(safeLine(item.name))] : [],
  )
  return Math.max(0, ...names.filter((columns) => columns <= most))
}

const factLines = (item: Fact, columns: number, width: number): ReadonlyArray<Line> => {
  const style = item.style ?? 'plain'
  const name = safeLine(item.name)
  const isWide = textWidth(name) > columns
  if (width < foldedBelow)
    return [...wrapped(name, width, 'dim'), ...wrapped(item.value, width, style)]
  const indent = ' '.repeat(columns + 2)
  const values = wrapText(item.value, width - indent.length)
  const padded = `${name}${' '.repeat(Math.max(0, columns - textWidth(name)))}  `
  const lines = values.map(
    (words, at): Line => [span(at === 0 && !isWide ? padded : indent, 'dim'), span(words, style)],
  )
  return isWide ? [...wrapped(name, width, 'dim'), ...lines] : lines
}
