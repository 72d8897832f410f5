import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../domain/decode.js'
import { eventCodecs, isEventType } from '../domain/event/event.js'
import type { LogRecord } from '../domain/log/record.js'
import { Timestamp } from '../domain/time.js'
import { type SessionLine, sessionLine, wordsOf } from './session-line.js'

/**
 * What a list can say of a log of which only parts were read, in their order. The last line of a
 * part may be cut off; what it began to say counts. Nothing is verified, and lines that are no
 * records are passed over. `from` is what was known of the log before.
 */
export const lineFromParts = (parts: ReadonlyArray<string>, from: SessionLine): SessionLine =>
  parts.reduce((line, part, index) => afterPart(line, part, index === parts.length - 1), from)

const afterPart = (line: SessionLine, part: string, isEnd: boolean): SessionLine => {
  const texts = part.split('\n')
  const cut = texts.at(-1) ?? ''
  const records = texts.slice(0, -1).flatMap(recordIn)
  const happened = isEnd && cut === '' ? committed(records) : records
  return afterCutLine(happened.reduce(sessionLine.apply, line), cut)
}

// Records of a group whose last one is not there never happened.
const committed = (records: ReadonlyArray<LogRecord>): ReadonlyArray<LogRecord> =>
  records.slice(0, records.findLastIndex(({ more }) => more === undefined) + 1)

const recordIn = (text: string): ReadonlyArray<LogRecord> => {
  const parsed = parse(text)
  return isRecord(parsed) ? [parsed] : []
}

const parse = (text: string): unknown =>
  E.getOrElseW(() => undefined)(
    E.tryCatch(
      (): unknown => JSON.parse(text),
      () => undefined,
    ),
  )

const isRecord = (u: unknown): u is LogRecord =>
  Envelope.is(u) && isEventType(u.type) && E.isRight(decode<unknown>(eventCodecs[u.type], u))

const Envelope = t.type({ type: t.string, at: Timestamp, seq: t.number }, 'Envelope')

const cutHead =
  /^\{"prev":"[0-9a-f]{64}","seq":(\d{1,15}),"at":"([^"]{24})","type":"(\w+)"(?:,"more":\d+)?,"data":/

const afterCutLine = (line: SessionLine, text: string): SessionLine => {
  const [head = '', seq, at, type] = cutHead.exec(text) ?? []
  if (!Timestamp.is(at)) return line
  const place = { records: Number(seq) + 1, updated: at, ...(seq === '0' ? { created: at } : {}) }
  return { ...line, ...place, ...saidInCut(line, type, text.slice(head.length)) }
}

const saidInCut = (
  line: SessionLine,
  type: string | undefined,
  data: string,
): Partial<SessionLine> => {
  if (type === 'SessionStarted') return { cwd: memberIn(data, 'cwd') ?? '' }
  const key = type === 'InputSubmitted' ? 'content' : type === 'AssistantReplied' ? 'text' : ''
  const words = wordsOf(memberIn(data, key) ?? '')
  if (words === '') return {}
  const side = type === 'InputSubmitted' ? { user: words } : { assistant: words }
  return { before: line.words, words: { ...line.words, ...side } }
}

/** The text of the first member with this key, as far as it is there. */
const memberIn = (json: string, key: string): string | undefined => {
  const start = json.indexOf(`"${key}":"`)
  if (key === '' || start === -1) return undefined
  const [, text = ''] = wholeText.exec(json.slice(start + key.length + 4)) ?? []
  const parsed = parse(`"${text}"`)
  return typeof parsed === 'string' ? parsed : undefined
}

// Up to the closing quote or the cut; an escape that is not whole is left out.
const wholeText = /^((?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)/
