import type { RecordRef } from '../../domain/ids.js'
import type { LogProblem } from '../../domain/log/reading.js'
import { refOf } from '../../domain/log/record.js'
import type { SealedRecord } from '../../domain/log/seal.js'
import { attached, sealStory, someSession, started, wholeTurn } from '../support/story.js'
import { everyEvent } from './every-event.js'
import { rawLine } from './raw-line.js'

/** What verify must say of a log: the report without the session and the words of the problems. */
export type CorpusVerdict = {
  readonly intact: boolean
  readonly complete: 'unknown'
  readonly records: number
  readonly tip: RecordRef | null
  readonly head: RecordRef | null
  readonly problems: ReadonlyArray<Omit<LogProblem, 'message'>>
  readonly repairs: Readonly<Record<string, number>>
}

export type CorpusLog = {
  readonly name: string
  readonly bytes: Buffer
  readonly verdict: CorpusVerdict
}

type Expected = {
  readonly tip: RecordRef | null
  readonly head: RecordRef | null
  readonly records: number
  readonly problems?: ReadonlyArray<Omit<LogProblem, 'message' | 'offset'>>
  readonly repairs?: CorpusVerdict['repairs']
}

/** Every log of the corpus with its verdict; the same bytes each time. */
export const corpusLogs = (): ReadonlyArray<CorpusLog> => [
  everyEventLog(),
  log('good', lines, { records: 10, tip: ref(9), head: ref(9) }),
  ...foreignLogs(),
  ...tornLogs(),
  ...damagedLogs(),
  ...wronglySealedLogs(),
]

const session = someSession(1)

// Two turns: groups of the records 0–3, 4–5, 6–7 and 8–9, each on the line seq + 1.
const sealed: ReadonlyArray<SealedRecord> = sealStory([
  [started(session), attached('pod-a'), ...(wholeTurn(1, '日本語?', 'Two.')[0] ?? [])],
  ...wholeTurn(1, '', 'Two files.').slice(1),
  ...wholeTurn(2, 'Which?', 'a and b.'),
])
const lines = sealed.map(({ line }) => Buffer.from(line))
const ref = (seq: number): RecordRef => refOf((sealed[seq] as SealedRecord).record)
const line = (seq: number): Buffer => lines[seq] as Buffer
const glue = (...parts: ReadonlyArray<Buffer>) => Buffer.concat(parts)

const log = (name: string, of: ReadonlyArray<Buffer>, expected: Expected): CorpusLog =>
  openLog(name, glue(...of.map((bytes) => glue(bytes, newline))), expected)

const newline = Buffer.from('\n')

// Fills in where each line begins, which is all that the verdict does not say by itself.
const openLog = (name: string, bytes: Buffer, expected: Expected): CorpusLog => {
  const { tip, head, records, problems = [], repairs = {} } = expected
  const placed = problems.map((one) => ({ ...one, offset: lineStart(bytes, one.line) }))
  const intact = problems.every(({ kind }) => kind === 'torn_tail')
  const verdict = {
    intact,
    complete: 'unknown',
    records,
    tip,
    head,
    problems: placed,
    repairs,
  } as const
  return { name, bytes, verdict }
}

const lineStart = (bytes: Buffer, number: number): number =>
  bytes
    .toString('latin1')
    .split('\n')
    .slice(0, number - 1)
    .join('\n').length + (number > 1 ? 1 : 0)

const everyEventLog = (): CorpusLog => {
  const all: SealedRecord[] = []
  const at = (seq: number): RecordRef => refOf((all[seq] as SealedRecord).record)
  const steps = everyEvent(at)
  for (const [index] of steps.entries())
    all.splice(0, all.length, ...sealStory(steps.slice(0, index + 1).map((step) => step())))
  const bytes = all.map((one) => Buffer.from(one.line))
  return log('every-event', bytes, {
    records: 46,
    tip: at(45),
    head: at(45),
    // The model was changed, and thinking is its maker's own.
    repairs: { thinking_left_out: 1 },
  })
}

const foreignLogs = (): ReadonlyArray<CorpusLog> => {
  const data = JSON.stringify(started(session).data)
  const start = (text: string) => rawLine(undefined, { type: 'SessionStarted', data: text })
  const field = start(data.replace('{', '{"colour":{"of":"later"},'))
  const format = start(data.replace('"format":1', '"format":2'))
  const event = rawLine(ref(9), { type: 'GoalSet', data: '{"goal":"win"}' })
  return [
    log('unknown-field', [field.bytes], { records: 1, tip: field.ref, head: field.ref }),
    log('newer-format', [format.bytes], { records: 1, tip: format.ref, head: format.ref }),
    log('unknown-event', [...lines, event.bytes], { records: 11, tip: event.ref, head: ref(9) }),
  ]
}

// The group of the records 8 and 9 is not whole, so neither of them happened.
const tornLogs = (): ReadonlyArray<CorpusLog> => {
  const eight = glue(...lines.slice(0, 8).map((bytes) => glue(bytes, newline)))
  const expected: Expected = {
    records: 8,
    tip: ref(7),
    head: ref(6),
    problems: [{ line: 9, kind: 'torn_tail' }],
  }
  const ninth = glue(eight, line(8), newline)
  return [
    openLog('torn-line', glue(eight, line(8).subarray(0, 60)), expected),
    openLog('torn-group', ninth, expected),
    openLog('torn-line-in-group', glue(ninth, line(9).subarray(0, 200)), expected),
    openLog('torn-newline', glue(ninth, line(9)), expected),
    openLog('torn-nul', glue(ninth, Buffer.alloc(512)), expected),
  ]
}

const damagedLogs = (): ReadonlyArray<CorpusLog> => {
  const ends = { tip: ref(9), head: ref(9) }
  const { length } = line(4)
  const flipped = glue(line(4))
  flipped[length - 100] = (flipped[length - 100] ?? 0) ^ 1
  return [
    log('flipped-bit', [...lines.slice(0, 4), flipped, ...lines.slice(5)], {
      ...ends,
      records: 9,
      problems: [{ line: 5, seq: 4, kind: 'hash_mismatch' }],
    }),
    log('dropped-line', [...lines.slice(0, 6), ...lines.slice(7)], {
      tip: ref(9),
      head: ref(5),
      records: 9,
      problems: [{ line: 7, seq: 6, kind: 'prev_mismatch' }],
    }),
    log('doubled-line', [...lines.slice(0, 6), line(5), ...lines.slice(6)], {
      ...ends,
      records: 11,
      problems: [{ line: 7, seq: 6, kind: 'prev_mismatch' }],
    }),
    log('two-objects', [...lines.slice(0, 4), glue(line(4), line(5)), ...lines.slice(6)], {
      ...ends,
      records: 8,
      problems: [{ line: 5, seq: 4, kind: 'not_json' }],
    }),
    log('not-json', [...lines.slice(0, 4), Buffer.from('{"a":'), ...lines.slice(5)], {
      ...ends,
      records: 9,
      problems: [{ line: 5, seq: 4, kind: 'not_json' }],
    }),
  ]
}

// Their hashes are right; what they say, or where they say it, is not.
const wronglySealedLogs = (): ReadonlyArray<CorpusLog> => {
  const left = { type: 'PodDetached', data: '{"pod":"pod-a","by":"user"}' }
  const bytes = Buffer.from('7b22706f64223a22ff222c226279223a22227d', 'hex')
  const invalid = rawLine(ref(9), { type: 'PodDetached', data: bytes })
  const early = rawLine(ref(9), { ...left, seq: 12 })
  const opened = rawLine(ref(9), { ...left, more: 2 })
  const closed = rawLine(opened.ref, left)
  const shape = rawLine(ref(9), { type: 'PodDetached', data: '{"pod":7}' })
  const head = ref(9)
  return [
    log('invalid-utf8', [...lines, invalid.bytes], {
      records: 10,
      tip: ref(9),
      head,
      problems: [{ line: 11, seq: 10, kind: 'not_utf8' }],
    }),
    log('wrong-seq', [...lines, early.bytes], {
      records: 11,
      tip: early.ref,
      head,
      problems: [{ line: 11, seq: 10, kind: 'seq_mismatch' }],
    }),
    log('wrong-group', [...lines, opened.bytes, closed.bytes], {
      records: 12,
      tip: closed.ref,
      head,
      problems: [{ line: 12, seq: 11, kind: 'group_mismatch' }],
    }),
    log('wrong-shape', [...lines, shape.bytes], {
      records: 10,
      tip: ref(9),
      head,
      problems: [{ line: 11, seq: 10, kind: 'event_shape' }],
    }),
  ]
}
