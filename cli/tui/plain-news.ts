import { textOf } from '../../domain/segment.js'
import type { Block } from '../../projections/transcript/block.js'
import { itemsFrom } from '../../projections/transcript/sequence.js'
import { toSegments } from './editor/editor-segments.js'
import type { Line } from './frame.js'
import { type Hint, modeOf, type TuiState } from './state.js'
import { statusLines } from './status/status-line.js'
import { safeText } from './text/safe-text.js'
import { wrapText, wrapWords } from './text/wrap.js'
import { awayLines } from './transcript/away-lines.js'
import { blockLines } from './transcript/block-lines.js'
import { greetingLines } from './transcript/greeting-lines.js'
import { isToldTwice } from './transcript/is-told-twice.js'
import { lookOf } from './transcript/look-of.js'

/** What a terminal that only takes lines has been told so far. */
export type Told = {
  readonly state: TuiState | undefined
  /** Blocks of the transcript that were printed or passed over. */
  readonly blocks: number
  /** What was printed of the texts that stream, in their order. */
  readonly streams: ReadonlyArray<string>
  /** Whether the last line is not ended: what streams goes on there. */
  readonly isOpen: boolean
  /** How the Pod stands, as it was told last. */
  readonly standing: string
}

export const nothingTold: Told = {
  state: undefined,
  blocks: 0,
  streams: [],
  isOpen: false,
  standing: '',
}

/** What is new in this state, as text to be printed behind what was printed; safe, may be empty. */
export const plainNews = (
  told: Told,
  state: TuiState,
): { readonly text: string; readonly told: Told } => {
  const fresh = freshBlocks(told, state)
  const streams = streamsOf(state)
  const pieces = [
    ...greeting(told, state),
    ...fresh.pieces,
    ...streamed(told, streams),
    ...waits(told, state),
    ...status(told, state),
  ]
  const text = pieces.reduce((sum, piece) => sum + placed(piece, sum, told), '')
  const isOpen = text === '' ? told.isOpen : !text.endsWith('\n')
  const standing = isPassing(state) ? told.standing : standingOf(state)
  return { text, told: { state, blocks: fresh.until, streams, isOpen, standing } }
}

/** A text, and whether it goes on where the last one ended. */
type Piece = { readonly text: string; readonly goesOn?: boolean }

const placed = ({ text, goesOn = false }: Piece, before: string, { isOpen }: Told): string => {
  const isLineOpen = before === '' ? isOpen : !before.endsWith('\n')
  if (!isLineOpen) return text === '\n' ? '' : text
  return goesOn || text === '' ? text : `\n${text}`
}

const blocksAtFirst = 10

const ended = (lines: ReadonlyArray<Line>): string =>
  lines.map((line) => `${line.map(({ text }) => text).join('')}\n`).join('')

const greeting = ({ state: before }: Told, state: TuiState): ReadonlyArray<Piece> =>
  !isGreeted(before) && isGreeted(state)
    ? [{ text: `${ended(greetingLines(withoutOlder(state)))}${howTo}` }]
    : []

// Nothing is scrolled here: what lies before the last words is left out, and is said as such.
const withoutOlder = (state: TuiState): TuiState => ({
  ...state,
  transcript: { ...state.transcript, first: 0 },
})

const olderWords = '… /replay tells what came before\n\n'

const howTo = 'A line is a message. Ctrl-D leaves; the Pod goes on. /help says more.\n'

const isGreeted = (state: TuiState | undefined): state is TuiState =>
  state?.pod?.greeting !== undefined

type Fresh = {
  readonly until: number
  readonly pieces: ReadonlyArray<Piece>
}

// A call that still runs holds back what comes behind it, so that all is told in its order.
const freshBlocks = (told: Told, state: TuiState): Fresh => {
  // What a log tells before the Pod has greeted comes behind the first words.
  if (!isGreeted(told.state) && !isGreeted(state)) return { until: told.blocks, pieces: [] }
  const { blocks: all } = state.transcript
  const isFirst = !isGreeted(told.state) || told.state.total === 0
  const from = isFirst ? Math.max(told.blocks, all.length - blocksAtFirst) : told.blocks
  const waiting = itemsFrom(from, all)
  const open = waiting.findIndex(isOpen)
  const blocks = open < 0 ? waiting : waiting.slice(0, open)
  return {
    until: Math.min(from, all.length) + blocks.length,
    pieces: [
      ...(isFirst && from + (state.transcript.first ?? 0) > 0 ? [{ text: olderWords }] : []),
      ...blocks
        .filter((_, at) => !isToldTwice(from + at, all))
        .map((block) => blockPiece(block, told, state)),
    ],
  }
}

const isOpen = (block: Block): boolean =>
  block.kind === 'tool' && (block.state === 'waiting' || block.state === 'running')

const blockPiece = (block: Block, { streams }: Told, state: TuiState): Piece => {
  if (block.kind === 'thinking') return { text: '' }
  if (block.kind === 'input' && state.ownInputs.includes(block.input)) return { text: '' }
  if (block.kind !== 'text')
    return { text: ended(blockLines(block, { ...lookOf(state), detailKey: '' })) }
  const text = safeText(block.text)
  const before = streams.find((one) => one !== '' && text.startsWith(one))
  // What has streamed cannot be broken between words any more.
  return before === undefined
    ? { text: `${wrapText(text, state.size.width).join('\n')}\n` }
    : { text: `${text.slice(before.length)}\n`, goesOn: true }
}

const streamsOf = ({ live }: TuiState): ReadonlyArray<string> =>
  live.blocks.flatMap((block) => (block.kind === 'text' ? [safeText(block.text)] : []))

const streamed = (
  { streams: before }: Told,
  streams: ReadonlyArray<string>,
): ReadonlyArray<Piece> =>
  streams.map((text, at) => {
    const known = before[at]
    return known !== undefined && text.startsWith(known)
      ? { text: text.slice(known.length), goesOn: true }
      : { text }
  })

const waits = ({ state: before }: Told, state: TuiState): ReadonlyArray<Piece> => {
  const { hint, queue } = state
  const back = textOf(toSegments(state.editor))
  const wasBack = before === undefined ? '' : textOf(toSegments(before.editor))
  return [
    { text: hint !== undefined && hint !== before?.hint ? hintNews(hint, before, state) : '' },
    { text: queue.length > (before?.queue.length ?? 0) ? `(${queue.length} queued)\n` : '' },
    { text: back !== '' && back !== wasBack ? `${cameBack}\n${safeText(back)}\n` : '' },
  ]
}

const hintNews = (
  { text, alerts }: Hint,
  before: TuiState | undefined,
  { size }: TuiState,
): string => {
  const told = before?.hint?.alerts ?? []
  const fresh = alerts?.filter((one) => !told.includes(one)) ?? [text]
  return fresh.map((one) => `${wrapWords(one, size.width).join('\n')}\n`).join('')
}

const cameBack = 'This came back, and goes out with the next line, which may be empty:'

// What passes by itself is no news, and neither is what it passes into, if that was told before. In
// brackets, for which there must be room.
const status = ({ standing }: Told, state: TuiState): ReadonlyArray<Piece> => {
  if (isPassing(state) || standingOf(state) === standing) return []
  const within = { ...state, size: { ...state.size, width: Math.max(1, state.size.width - 2) } }
  const shown = state.connection.tag === 'broken' ? statusLines(within) : statusLines(within, 1)
  return [{ text: ended(awayLines(state)).trimEnd() }, { text: `[${ended(shown).trimEnd()}]\n` }]
}

const standingOf = (state: TuiState): string =>
  [modeOf(state), state.status?.storage, state.connection.tag].join()

// The next of the queue starts by itself unless it is held; a Pod that answers says how it stands.
const isPassing = (state: TuiState): boolean => {
  const { connection, status, queue } = state
  if (connection.tag === 'greeting') return true
  if (modeOf(state) === 'idle') return queue.length > 0 && status?.queue_held === false
  return connection.tag === 'live' && status === undefined
}
