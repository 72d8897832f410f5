import * as t from 'io-ts'
import type { EventOf } from '../domain/event/event.js'
import { SessionId } from '../domain/ids.js'
import type { LogRecord } from '../domain/log/record.js'
import type { Projection } from '../domain/projection.js'
import type { ReplyBlock } from '../domain/reply.js'
import { textOf } from '../domain/segment.js'
import { Timestamp } from '../domain/time.js'
import type { ItemBlock } from '../domain/turn/item.js'
import { oneLine } from './one-line.js'
import { fateAfter, fateWords, isFateEvent } from './turn-fate.js'
import { withoutMarks } from './without-marks.js'

/** The newest words of both sides, each one line and safe to print. */
const LastWords = t.readonly(t.partial({ user: t.string, assistant: t.string }, 'LastWords'))
export type LastWords = t.TypeOf<typeof LastWords>

/** How the last turn stands; a turn that finished and no turn at all are the same to a list. */
const LastFate = t.keyof(fateWords, 'LastFate')

/** A session as a list shows it. `before`: the words to go back to when a turn is taken back. */
export const SessionLine = t.readonly(
  t.intersection(
    [
      t.type({ records: t.number, words: LastWords, before: LastWords }),
      t.partial({
        session: SessionId,
        /** The folder that it belongs to: of the newest Pod that named one, else where it began. */
        cwd: t.string,
        created: Timestamp,
        updated: Timestamp,
        /** When a person last did something in it: see `usedBy`. */
        used: Timestamp,
        fate: LastFate,
        /** The one to go back to when a turn is taken back. */
        fateBefore: LastFate,
        /** Of the Pod that took the session last: its process and its name. */
        pid: t.number,
        pod: t.string,
      }),
    ],
    'SessionLine',
  ),
)
export type SessionLine = t.TypeOf<typeof SessionLine>

const wordsCharsMax = 120

/**
 * What a list says of a session. Works on any part of a log: what lies before the part is missing
 * from the line, and nothing else.
 */
export const sessionLine: Projection<SessionLine> = {
  name: 'session-line',
  initial: { records: 0, words: {}, before: {} },
  apply: (line, record) => ({
    ...line,
    ...(record.seq === 0 ? { created: record.at } : {}),
    updated: record.at,
    records: record.seq + 1,
    ...(usedBy.has(record.type) ? { used: record.at } : {}),
    ...stood(line, record),
    ...said(line, record),
  }),
}

/**
 * What counts as a use of a session: it began, also as a fork, an input was accepted, or a turn was
 * resumed. What a Pod does by itself, and that it came or left, does not.
 */
export const usedBy: ReadonlySet<string> = new Set<LogRecord['type']>([
  'SessionStarted',
  'InputSubmitted',
  'InputQueued',
  'TurnResumed',
])

type Fates = Pick<SessionLine, 'fate' | 'fateBefore'>

const stood = (line: SessionLine, record: LogRecord): Fates => {
  if (record.type === 'RoundStarted') return { fate: 'running' }
  if (!isFateEvent(record)) return {}
  const fate = fateAfter(record)
  if (fate === 'taken_back') return { fate: line.fateBefore ?? 'finished' }
  // The resting turn that this input closes comes back with it, when that is taken back.
  if (record.type === 'TurnEnded' && record.data.by === 'run') return {}
  return fate === 'running' ? fatesOpened(line) : { fate }
}

/** How the last turn stands when one opens or goes on, and the fate to go back to. */
export const fatesOpened = ({ fate }: SessionLine): Fates =>
  fate === undefined || fate === 'running'
    ? { fate: 'running' }
    : { fate: 'running', fateBefore: fate }

const said = (line: SessionLine, record: LogRecord): Partial<SessionLine> => {
  switch (record.type) {
    case 'SessionStarted':
      return {
        session: record.data.session,
        cwd: record.data.cwd,
        words: forkedWords(line, record),
      }
    case 'PodAttached':
      return taken(record.data)
    case 'InputSubmitted':
      return { before: line.words, words: { ...line.words, user: userWords(record.data) } }
    case 'AssistantReplied':
      return settled(withReply(line.words, record.data))
    case 'HeadReset':
      return { words: line.before }
    default:
      return {}
  }
}

const taken = ({ pid, pod, cwd }: EventOf<'PodAttached'>['data']): Partial<SessionLine> => ({
  pid,
  pod,
  ...(cwd === undefined ? {} : { cwd }),
})

// A turn with a reply is not taken back.
const settled = (words: LastWords) => ({ words, before: words })

const forkedWords = (
  { words }: SessionLine,
  { data }: Extract<LogRecord, { readonly type: 'SessionStarted' }>,
): LastWords =>
  (data.conversation ?? []).reduce<LastWords>((last, part) => {
    if (part.kind === 'input') return { ...last, user: userWords(part) }
    return part.role === 'assistant' ? withReply(last, part) : last
  }, words)

const userWords = ({ segments }: Pick<EventOf<'InputSubmitted'>['data'], 'segments'>): string =>
  wordsOf(textOf(segments))

const withReply = (
  words: LastWords,
  { content }: { readonly content: ReadonlyArray<ItemBlock | ReplyBlock> },
): LastWords => {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ')
  const assistant = wordsOf(text)
  return assistant === '' ? words : { ...words, assistant }
}

/** A text as the last words of a side, without the signs of Markdown. */
export const wordsOf = (text: string): string => oneLine(withoutMarks(text), wordsCharsMax)

/** The words of both sides in one line: `what was asked → what was answered`, or `[empty]`. */
export const previewOf = ({ user, assistant }: LastWords): string =>
  [user, assistant].filter((words) => words !== undefined && words !== '').join(' → ') || '[empty]'
