import type { Segments } from '../../../domain/segment.js'
import { segmentText } from '../editor/segment-text.js'
import { fitLine, type Line, type Style, span } from '../frame.js'
import { keyFor } from '../keys/keymap.js'
import type { Hint, Submit, TuiState } from '../state.js'
import { wrapText, wrapWords } from '../text/wrap.js'

const linesMax = 5
const hintLinesMax = 4
const errorLinesMax = 12

/**
 * What waits above the editor: the queue, unanswered Submits, returned texts, a hint. The hint takes
 * what lines it needs, within `room`.
 */
export const waitingLines = (state: TuiState, room: number): ReadonlyArray<Line> => {
  const { width } = state.size
  const waiting = [
    ...state.queue.map(({ segments }) => entry(queueLead(state), segments, 'accent')),
    ...state.submits.map(submitEntry),
    ...state.returned.map((segments) => entry(returnedLead(state), segments, 'warning')),
  ]
  const more = waiting.length - linesMax
  const shown =
    more > 0 ? [[span(`… ${more} more wait`, 'dim')], ...waiting.slice(-linesMax)] : waiting
  return [...shown, ...hintLines(state, room)].map((spans) => fitLine(spans, width))
}

const queueLead = ({ status }: TuiState): string =>
  status?.queue_held === true ? 'queued, held: ' : 'queued: '

const returnedLead = ({ keymap }: TuiState): string => {
  const key = keyFor('take_back', keymap)
  return key === '' ? 'came back: ' : `came back (${key}): `
}

const leads: Readonly<Record<Submit['sent'], string>> = {
  kept: 'kept: ',
  run: 'sending: ',
  queue: 'sending: ',
}

const submitEntry = ({ sent, segments }: Submit): Line => entry(leads[sent], segments, 'dim')

const entry = (lead: string, segments: Segments, style: Style): Line => [
  span(lead, style),
  span(segments.map(segmentText).join('')),
]

const hintStyles: Readonly<Record<Hint['level'], Style>> = {
  info: 'dim',
  warning: 'warning',
  error: 'error',
}

// What goes beyond the last line is left in it, so that its cut shows.
const hintLines = ({ hint, size }: TuiState, room: number): ReadonlyArray<Line> => {
  if (hint === undefined) return []
  // The end of an error says what to do.
  const isLong = hint.level === 'error' || (hint.alerts ?? []).length > 1
  const most = isLong ? errorLinesMax : hintLinesMax
  const linesKept = Math.max(1, Math.min(most, room))
  const lines = wrapWords(hint.text, size.width)
  const kept =
    lines.length > linesKept ? cutLines(hint.text, { width: size.width, linesKept }) : lines
  return kept.map((text) => [span(text, hintStyles[hint.level])])
}

// Wrapped lines joined are the text again, but for its own newlines.
const cutLines = (
  text: string,
  { width, linesKept }: { readonly width: number; readonly linesKept: number },
): ReadonlyArray<string> => {
  const lines = wrapText(text.replaceAll('\n', ' '), width)
  const rows = [...lines.slice(0, linesKept - 1), lines.slice(linesKept - 1).join('')]
  return rows.map((row) => row.trim())
}
