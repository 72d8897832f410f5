import * as E from 'fp-ts/lib/Either.js'
import type { LogPart } from '../domain/log/reading.js'
import type { LogRecord } from '../domain/log/record.js'
import { Timestamp } from '../domain/time.js'
import {
  fatesOpened,
  type LastWords,
  type SessionLine,
  sessionLine,
  usedBy,
  wordsOf,
} from './session-line.js'

type Part = Pick<LogPart, 'records' | 'cut'>

/**
 * What a list can say of a log of which only parts were read, in their order. The last line of a
 * part may be cut off; what it began to say counts. `from` is what was known of the log before.
 */
export const lineFromParts = (parts: ReadonlyArray<Part>, from: SessionLine): SessionLine =>
  parts.reduce((line, part, index) => afterPart(line, part, index === parts.length - 1), from)

/** A part of a log that is the beginning of one line. */
export const partOfLine = (cut: string): Part => ({ records: [], cut })

/**
 * Whether the words of a list are another when this line, of which `text` is the beginning, goes
 * before the parts that gave `words`.
 */
export const addsToWords = (text: string, words: LastWords): boolean => {
  const { type } = headOf(text) ?? {}
  if (type === 'InputSubmitted') return words.user === undefined
  if (type === 'AssistantReplied') return words.assistant === undefined
  return type === 'HeadReset'
}

const afterPart = (line: SessionLine, { records, cut }: Part, isEnd: boolean): SessionLine => {
  const happened = isEnd && cut === '' ? committed(records) : records
  return afterCutLine(happened.reduce(sessionLine.apply, line), cut)
}

// Records of a group whose last one is not there never happened.
const committed = (records: ReadonlyArray<LogRecord>): ReadonlyArray<LogRecord> =>
  records.slice(0, records.findLastIndex(({ more }) => more === undefined) + 1)

const cutHead =
  /^\{"prev":"[0-9a-f]{64}","seq":(\d{1,15}),"at":"([^"]{24})","type":"(\w+)"(?:,"more":\d+)?,"data":/

const headOf = (text: string) => {
  const [head = '', seq = '', at, type] = cutHead.exec(text) ?? []
  return Timestamp.is(at)
    ? { at, seq: Number(seq), type, data: text.slice(head.length) }
    : undefined
}

const afterCutLine = (line: SessionLine, text: string): SessionLine => {
  const head = headOf(text)
  if (head === undefined) return line
  const { at, seq, type = '', data } = head
  const place = { records: seq + 1, updated: at, ...(seq === 0 ? { created: at } : {}) }
  const used = usedBy.has(type) ? { used: at } : {}
  const fates = withinTurn.has(type) ? fatesOpened(line) : {}
  return { ...line, ...place, ...used, ...fates, ...saidInCut(line, type, data) }
}

// Those that may be too long to be read whole; a turn goes on behind each of them.
const withinTurn: ReadonlySet<string> = new Set([
  'InputSubmitted',
  'AssistantReplied',
  'ToolCallCompleted',
])

const saidInCut = (line: SessionLine, type: string, data: string): Partial<SessionLine> => {
  switch (type) {
    case 'SessionStarted':
      return { cwd: textIn(data, '"cwd":"') ?? '' }
    case 'InputSubmitted':
      return withWords(line, 'user', textIn(data, '"content":"'))
    case 'AssistantReplied':
      return withWords(line, 'assistant', textIn(data, '{"type":"text","text":"'))
    case 'HeadReset':
      return { words: line.before }
    default:
      return {}
  }
}

const withWords = (
  line: SessionLine,
  side: keyof LastWords,
  text: string | undefined,
): Partial<SessionLine> => {
  const words = wordsOf(text ?? '')
  if (words === '') return {}
  const said = { ...line.words, [side]: words }
  return { before: side === 'user' ? line.words : said, words: said }
}

const textCharsMax = 4096

/** The text behind the first `opening`, which ends in its quote, as far as it is there. */
const textIn = (json: string, opening: string): string | undefined => {
  const start = json.indexOf(opening) + opening.length
  if (start < opening.length) return undefined
  const [, text = ''] = wholeText.exec(json.slice(start, start + textCharsMax)) ?? []
  const parsed = parse(`"${text}"`)
  return typeof parsed === 'string' ? parsed : undefined
}

// Up to the closing quote or the cut; an escape that is not whole is left out.
const wholeText = /^((?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)/

const parse = (text: string): unknown =>
  E.getOrElseW(() => undefined)(
    E.tryCatch(
      (): unknown => JSON.parse(text),
      () => undefined,
    ),
  )
