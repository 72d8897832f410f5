import type { Segments } from '../../domain/segment.js'
import { segmentText } from './block-lines.js'
import { fitLine, type Line, span, type Style } from './frame.js'
import type { Hint, Submit, TuiState } from './state.js'

const linesMax = 5

/** What waits above the editor: the queue, unanswered Submits, returned texts, a hint. */
export const waitingLines = (state: TuiState): ReadonlyArray<Line> => {
  const { width } = state.size
  const waiting = [
    ...state.queue.map(({ segments }) => entry(queueLead(state), segments, 'accent')),
    ...state.submits.map(submitEntry),
    ...state.returned.map((segments) => entry('came back (Alt-Up): ', segments, 'warning')),
  ]
  const more = waiting.length - linesMax
  const shown =
    more > 0 ? [[span(`… ${more} more wait`, 'dim')], ...waiting.slice(-linesMax)] : waiting
  return [...shown, ...hintLines(state.hint)].map((spans) => fitLine(spans, width))
}

const queueLead = ({ status }: TuiState): string =>
  status?.queue_held === true ? 'queued, held: ' : 'queued: '

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

const hintLines = (hint: Hint | undefined): ReadonlyArray<Line> =>
  hint === undefined ? [] : [[span(hint.text, hintStyles[hint.level])]]
