import type { EventOf } from '../domain/event/event.js'
import type { ReplyBlock } from '../domain/reply.js'
import { textOf } from '../domain/segment.js'
import { causeWords } from './cause-words.js'
import { callLine } from './tell-call.js'
import {
  type BodyLine,
  bodyLine,
  outputLines,
  type Told,
  told,
  type Who,
  wordLines,
} from './told.js'
import { costOf, grouped, moneyText, type Price, tokensText } from './usage.js'
import { wentAlong } from './went-along.js'

/** A Submit, with its words. */
export const tellSubmit = (data: EventOf<'InputSubmitted'>['data']): Told =>
  told(
    data.by === 'pod' ? 'parent' : 'you',
    submitWords[data.via],
    wordLines(textOf(data.segments)),
    data.segments.flatMap(fileLine),
  )

const submitWords: Readonly<Record<EventOf<'InputSubmitted'>['data']['via'], string>> = {
  run: 'Asked',
  queue: 'Asked (this had waited in the queue)',
  resume: 'Asked (this had waited in the queue, and was resumed)',
}

type Segment = EventOf<'InputSubmitted'>['data']['segments'][number]

const fileLine = (segment: Segment): ReadonlyArray<BodyLine> => {
  const words = wentAlong(segment)
  return words === undefined ? [] : [bodyLine(words, 'faint')]
}

/** A request left; more than one attempt is a retry. */
export const tellRound = ({ round, attempt, request }: EventOf<'RoundStarted'>['data']): Told => {
  const again = attempt > 1 ? `, a retry: attempt ${attempt}` : ''
  return told('yoi', `Request ${round} (SHA-256 ${request.slice(0, 12)}…)${again}`)
}

/** A reply: its words, its thinking, and the calls that it asks for. */
export const tellReply = (
  data: EventOf<'AssistantReplied'>['data'],
  price: Price | undefined,
): Told =>
  told(
    'model',
    `Replied (${data.model})${reasonWords(data.stop_reason)}`,
    data.content.flatMap(blockLines),
    [bodyLine(tokens(data.usage, price), 'faint')],
  )

const reasonWords = (reason: string): string => {
  const words = reasons.get(reason) ?? `it ended by ${reason.replaceAll('_', ' ')}`
  return words === '' ? '' : `; ${words}`
}

// That a reply has ended, or waits for its calls, is seen.
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    end_turn: '',
    tool_use: '',
    stop_sequence: '',
    max_tokens: 'it was cut off at the most tokens that it may have',
    model_context_window_exceeded: 'it was cut off where the context window is full',
    pause_turn: 'it is to go on with the next request',
    refusal: 'the model refused to go on',
  }),
)

const tokens = (
  used: EventOf<'AssistantReplied'>['data']['usage'],
  price: Price | undefined,
): string => {
  const cost = costOf(used, price)
  return `${tokensText(used)}${cost === undefined ? '' : `, ${moneyText(cost)}`}`
}

const blockLines = (block: ReplyBlock): ReadonlyArray<BodyLine> => {
  switch (block.type) {
    case 'text':
      return wordLines(block.text)
    case 'thinking':
      return thoughtLines(block.thinking)
    case 'redacted_thinking':
      return [bodyLine('[thought, readable for the provider alone]', 'faint')]
    case 'tool_use':
      return [callLine(block)]
  }
}

const thoughtLines = (text: string): ReadonlyArray<BodyLine> => {
  const lines = outputLines(text).map(({ text: line }) => ({ text: line, look: 'faint' as const }))
  return [bodyLine(`[thought, ${grouped(text.length)} characters]`, 'faint'), ...lines]
}

/** Somebody asked for a stop; what had been shown of the unfinished reply is told too. */
export const tellStop = ({ stop, by, reason, shown }: EventOf<'StopRequested'>['data']): Told => {
  const lines = shown.flatMap(shownLines)
  const seen = lines.length === 0 ? '' : '; this much of a reply had been shown'
  const why = by === 'hook' ? reasonOf(reason) : causeWords(by)
  return told(askers.get(by) ?? 'yoi', `Asked to ${stopWords[stop]}${why}${seen}`, lines)
}

const askers: ReadonlyMap<string, Who> = new Map(
  Object.entries({
    host: 'you',
    user: 'you',
    hook: 'hook',
    pod: 'parent',
  }),
)

const reasonOf = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`)

const stopWords: Readonly<Record<EventOf<'StopRequested'>['data']['stop'], string>> = {
  pause: 'pause the turn',
  cancel: 'cancel the turn',
  shutdown: 'shut the Pod down',
}

// What a live delta said of one block, as far as it came.
const shownLines = ({
  kind,
  text,
  name,
  args,
}: Readonly<Record<string, unknown>>): ReadonlyArray<BodyLine> => {
  if (kind === 'tool_call') return [bodyLine(`→ ${wordsOf(name)} ${wordsOf(args)}…`, 'faint')]
  const lines = outputLines(wordsOf(text))
  return kind === 'thinking' ? [bodyLine('[thought]', 'faint'), ...lines] : lines
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The turn's ending, and what it came to. */
export const tellEnded = (
  { result, by, error }: EventOf<'TurnEnded'>['data'],
  totals: string,
): Told => {
  const how = { finished: 'finished', cancelled: 'was cancelled', errored: 'ended with an error' }
  const words = result === 'limit_reached' ? 'reached a limit' : how[result]
  const why = error === undefined ? [] : wordLines(error.message)
  const sum = totals === '' ? [] : [bodyLine(totals, 'faint')]
  return told('yoi', `The turn ${words}${causeWords(by)}`, why, sum)
}

/** A turn was taken back. */
export const tellReset = ({ stop, to }: EventOf<'HeadReset'>['data'], seq: number): Told =>
  told(
    'yoi',
    `The turn was taken back: ${undoingWords[stop]} before the model had given anything. ` +
      `The conversation stands as #${to.seq} left it; ${undoneWords(to.seq + 1, seq - 1)}`,
  )

const undoingWords: Readonly<Record<EventOf<'HeadReset'>['data']['stop'], string>> = {
  pause: 'it was paused',
  cancel: 'it was cancelled',
  shutdown: 'the Pod was shut down',
}

const undoneWords = (first: number, last: number): string =>
  last > first ? `what #${first} to #${last} did to it is undone` : `what #${first} did is undone`

/** The beginning of the conversation was summed up. */
export const tellCompacted = (data: EventOf<'ConversationCompacted'>['data']): Told =>
  told(
    'yoi',
    `What the model was told before #${data.kept_from} became a summary`,
    wordLines(data.summary),
  )

/** The hooks before a call or at the end of a turn. */
export const tellHook = (event: EventOf<'HookAsked' | 'HookAnswered'>): Told => {
  const { on, call = '' } = event.data
  const place = on === 'turn_end' ? 'the end of the turn' : `call ${call}`
  if (event.type === 'HookAsked') return told('yoi', `The hooks are asked about ${place}`)
  const { decision, reason, failed } = event.data
  const said = failed !== undefined ? 'Gave no answer about' : hookWords[decision]
  return told('hook', `${said} ${place}`, wordLines(failed ?? reason))
}

const hookWords = { continue: 'Had nothing against', pause: 'Asked for a pause before' } as const
