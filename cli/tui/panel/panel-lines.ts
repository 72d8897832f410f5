import { emptyLine, fitLine, type Line, type Style, span } from '../frame.js'
import { safeLine, safeText } from '../text/safe-text.js'
import { textWidth } from '../text/width.js'
import { wrapText } from '../text/wrap.js'
import { wrapRow } from '../text/wrap-row.js'
import { hung } from './hung.js'
import type { PanelItem } from './panel.js'

const nameColumnsMax = 24
const foldedBelow = 30

/** What a panel shows, as lines of at most `width` columns; what is broken goes on under itself. */
export const panelLines = (items: ReadonlyArray<PanelItem>, width: number): ReadonlyArray<Line> => {
  const columns = nameColumns(items, width)
  return items
    .flatMap((item, at): ReadonlyArray<Line> => {
      switch (item.kind) {
        case 'heading':
          return [...(at === 0 ? [] : [emptyLine]), ...prose(item.text, width, 'heading')]
        case 'words':
          return prose(item.text, width, item.style)
        case 'row':
          return rowLines(item, width)
        case 'fact':
          return factLines(item, columns, width)
      }
    })
    .map((spans) => fitLine(spans, width))
}

type Item<K extends PanelItem['kind']> = Extract<PanelItem, { readonly kind: K }>

// A line that is set in goes on as far in.
const prose = (text: string, width: number, style: Style): ReadonlyArray<Line> =>
  safeText(text)
    .split('\n')
    .flatMap((row) => {
      const [lead = ''] = /^ */.exec(row) ?? []
      const set = { width, style, broken: brokenProse }
      return hung(row.slice(lead.length), { first: lead, behind: lead }, set)
    })

const brokenProse = (text: string, width: number): ReadonlyArray<string> =>
  wrapRow([{ text, style: 'plain' }], Math.max(1, width)).map((spans) =>
    spans.map((one) => one.text).join(''),
  )

const rowLines = ({ lead, behind, text }: Item<'row'>, width: number): ReadonlyArray<Line> =>
  hung(text, { first: lead, behind }, { width, style: 'plain', broken: wrapText })

// The column of the names is as wide as the longest of them, and never much of the screen.
const nameColumns = (items: ReadonlyArray<PanelItem>, width: number): number => {
  const most = Math.min(nameColumnsMax, Math.floor(width / 3))
  const names = items.flatMap((item) =>
    item.kind === 'fact' ? [textWidth(safeLine(item.name))] : [],
  )
  return Math.max(0, ...names.filter((columns) => columns <= most))
}

const factLines = (item: Item<'fact'>, columns: number, width: number): ReadonlyArray<Line> => {
  const style = item.style ?? 'plain'
  const name = safeLine(item.name)
  const names = name === '' ? [] : prose(name, width, 'dim')
  if (width < foldedBelow) return [...names, ...prose(inside(item.value), width, style)]
  const isWide = textWidth(name) > columns
  const indent = ' '.repeat(columns + 2)
  const padded = `${name}${' '.repeat(Math.max(0, columns - textWidth(name)))}  `
  const lines = prose(item.value, width - indent.length, style).map(
    (spans, at): Line => [span(at === 0 && !isWide ? padded : indent, 'dim'), ...spans],
  )
  return isWide ? [...names, ...lines] : lines
}

const inside = (text: string): string =>
  text
    .split('\n')
    .map((row) => `  ${row}`)
    .join('\n')
