import { type Line, span } from '../frame.js'
import { keyFor } from '../keys/keymap.js'
import type { TuiState } from '../state.js'
import { fitParts } from '../status/status-parts.js'
import { safeLine } from '../text/safe-text.js'
import { takeLastColumns } from '../text/take-columns.js'
import { textWidth } from '../text/width.js'
import { matchesOf } from './matches-of.js'
import { hitsOf, isScanning } from './scan-blocks.js'
import type { FoundPlace, Search } from './search-state.js'

/** The line in which the words of a search are typed, and the column of the caret. */
export const searchLine = (
  { words }: Search,
  width: number,
): { readonly line: Line; readonly caretColumn: number } => {
  const lead = width < 3 ? '' : '/'
  const shown = takeLastColumns(safeLine(words), Math.max(0, width - lead.length - 1))
  return {
    line: [span(lead, 'user'), span(shown)],
    caretColumn: lead.length + textWidth(shown),
  }
}

/**
 * Where the search stands and which keys go on, above the editor: what there is no room for goes in
 * the order words, keys that move, the key that ends it.
 */
export const searchMark = (search: Search, state: TuiState): Line => {
  const [moves, escape] = keysOf(search, state)
  const part = (rank: number, ...forms: ReadonlyArray<string>) =>
    ({ forms, rank, style: 'inverse' }) as const
  const where = found(search, state)
  const short = where.replace(/^block /, '')
  const parts = [
    part(4, search.phase === 'typing' ? '' : `/${search.words}`),
    part(1, where, short, short.replace(/, (hit \d+ of \d+|in folded lines)/, '')),
    part(3, moves),
    part(2, ...escape),
  ]
  const fitting = fitParts(parts, state.size.width).map(({ text }) => text)
  return [span(fitting.join(''), 'inverse')]
}

// What Enter does stands in the status line.
const keysOf = (
  { phase, at }: Search,
  { keymap }: TuiState,
): readonly [string, ReadonlyArray<string>] => {
  const escape = keyFor('escape', keymap)
  if (phase === 'kept') return ['n/N to move', [`${escape} to end`, `${escape}: end`]]
  const moves = `${keyFor('up', keymap)}/${keyFor('down', keymap)} to move`
  return [at === undefined ? '' : moves, [`${escape} goes back`, `${escape}: back`]]
}

const found = (search: Search, state: TuiState): string => {
  const { needle, scan, at } = search
  if (needle === undefined) return 'type what to look for'
  const hits = hitsOf(scan)
  const looksOn = isScanning(state.transcript.blocks, scan)
  if (hits.length === 0) return `${looksOn ? 'looking' : 'nothing found'}${older(looksOn, state)}`
  const round = at?.isRound === true ? ', wrapped' : ''
  return `${whereOf(at, hits, state)}${looksOn ? ' so far' : ''}${round}${older(looksOn, state)}`
}

// Blocks are counted as they are looked through, places only in the block that is shown.
const whereOf = (at: FoundPlace | undefined, hits: ReadonlyArray<number>, state: TuiState) => {
  if (at === undefined) return `block 0 of ${hits.length}`
  const block = `block ${hits.indexOf(at.element) + 1} of ${hits.length}`
  const { length } = matchesOf(at.element, state)
  switch (length) {
    case 0:
      return `${block}, in folded lines`
    case 1:
      return block
    default:
      return `${block}, hit ${at.nth + 1} of ${length}`
  }
}

// The search is through what is loaded; older records come when the first place is left upwards.
const older = (looksOn: boolean, { search, transcript, calls, keymap }: TuiState): string => {
  if (looksOn || (transcript.first ?? 0) === 0) return ''
  return calls.some(({ kind }) => kind === 'history')
    ? ', loading older'
    : `, ${search?.phase === 'kept' ? 'N' : keyFor('up', keymap)} for older`
}
