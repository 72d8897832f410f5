import { type Line, type Span, span } from '../frame.js'
import { goesOnSign } from '../text/goes-on-sign.js'
import { led } from '../text/led.js'
import type { Look } from '../text/look.js'
import { safeLine } from '../text/safe-text.js'
import { wrapCode } from '../text/wrap-row.js'
import { changedWords } from './changed-words.js'
import type { DiffRow } from './diff-rows.js'

type ChangedRow = Extract<DiffRow, { readonly line: unknown }>

/** Rows of a difference as lines: the number in the file, a sign, the text with its changed words. */
export const diffLines = (rows: ReadonlyArray<DiffRow>, look: Look): ReadonlyArray<Line> => {
  const numberWidth = rows.reduce((max, row) => Math.max(max, numberOf(row).length), 0)
  return rows.flatMap((row) => rowLines(row, { look, numberWidth }))
}

/** How many lines a difference adds and takes away. */
export const countRows = (rows: ReadonlyArray<DiffRow>): { added: number; removed: number } => ({
  added: rows.filter(({ kind }) => kind === 'added').length,
  removed: rows.filter(({ kind }) => kind === 'removed').length,
})

const numberOf = (row: DiffRow): string =>
  'line' in row && row.line !== undefined ? String(row.line) : ''

type Drawing = { readonly look: Look; readonly numberWidth: number }

const rowLines = (row: DiffRow, { look, numberWidth }: Drawing): ReadonlyArray<Line> => {
  if (row.kind === 'note') return led('  ', row.text, { look, style: 'warning' })
  const gutter = gutterOf(row, numberWidth)
  const shown = look.width >= gutter.text.length + textColumnsMin ? gutter : span('', 'dim')
  if (row.kind === 'gap') return [[shown.text === '' ? span('⋮', 'dim') : shown]]
  const sign = span(`${signs[row.kind]} `, row.kind === 'same' ? 'dim' : row.kind)
  const lead = shown.text.length + sign.text.length
  if (look.width <= lead) return wrapCode([sign, ...textOf(row)], look.width)
  const goesOn = span(`${' '.repeat(shown.text.length)}${goesOnSign} `, 'dim')
  return wrapCode(textOf(row), look.width - lead).map((part, index) =>
    index === 0 ? [shown, sign, ...part] : [goesOn, ...part],
  )
}

const textColumnsMin = 12

const gutterOf = (row: DiffRow, numberWidth: number): Span => {
  const text = row.kind === 'gap' ? '⋮' : numberOf(row)
  return span(
    `  ${numberWidth === 0 && text === '' ? '' : `${text.padStart(numberWidth)} `}`,
    'dim',
  )
}

const signs: Readonly<Record<ChangedRow['kind'], string>> = { same: ' ', added: '+', removed: '-' }

const textOf = (row: ChangedRow): ReadonlyArray<Span> => {
  if (row.kind === 'same') return [span(safeLine(row.text), 'dim')]
  const { kind, text, pair } = row
  const words = pair === undefined ? undefined : wordsOf(kind, text, pair)
  if (words === undefined) return [span(text, kind)]
  return words.map((one) => span(one.text, one.changed ? changedStyle[kind] : kind))
}

const changedStyle = { added: 'added_word', removed: 'removed_word' } as const

const wordsOf = (kind: 'added' | 'removed', text: string, pair: string) =>
  kind === 'added' ? changedWords(pair, text)?.after : changedWords(text, pair)?.before
