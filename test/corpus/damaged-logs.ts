import { refOf } from '../../domain/log/record.js'
import type { SealedRecord } from '../../domain/log/seal.js'
import { sealStory, someSession, started, wholeTurn } from '../support/story.js'
import { type CorpusLog, type Expected, glue, log, openLog, whole } from './corpus-log.js'
import { rawLine } from './raw-line.js'
import { allSaid, brokenOff, line, lines, ref, rowOf, twoTurns } from './two-turns.js'

// The group of the records 8 and 9 is not whole, so neither of them happened.
export const tornLogs = (): ReadonlyArray<CorpusLog> => {
  const expected: Expected = {
    records: 8,
    tip: ref(7),
    head: ref(6),
    problems: [{ line: 9, kind: 'torn_tail' }],
    row: rowOf(8),
    first: brokenOff,
  }
  const eight = whole(lines.slice(0, 8))
  const ninth = whole(lines.slice(0, 9))
  const nothing: Expected = {
    ...expected,
    records: 0,
    tip: null,
    head: null,
    problems: [{ line: 1, kind: 'torn_tail' }],
    row: { ...rowOf(0), problem: 'its first records were not written' },
    first: 'no_session',
  }
  return [
    openLog('torn-line', glue(eight, line(8).subarray(0, 60)), expected),
    openLog('torn-group', ninth, expected),
    openLog('torn-line-in-group', glue(ninth, line(9).subarray(0, 200)), expected),
    openLog('torn-newline', glue(ninth, line(9)), expected),
    openLog('torn-nul', glue(ninth, Buffer.alloc(512)), expected),
    openLog('torn-character', glue(whole(lines.slice(0, 2)), line(2).subarray(0, 273)), nothing),
    openLog('empty', Buffer.alloc(0), {
      ...nothing,
      problems: [],
      row: { ...rowOf(0), problem: 'the file is empty' },
    }),
  ]
}

const ends = { tip: ref(9), head: ref(9), first: 'damaged' } as const

// One line or two that are not as they were, and everything around them good.
export const damagedLogs = (): ReadonlyArray<CorpusLog> => {
  const { length } = line(4)
  const fourth = { ...ends, good: ref(3), row: rowOf(4) }
  const notJson: Expected = {
    ...fourth,
    records: 9,
    problems: [{ line: 5, seq: 4, kind: 'not_json' }],
  }
  const flipped = glue(line(4))
  flipped[length - 100] = (flipped[length - 100] ?? 0) ^ 1
  const holed = glue(line(4))
  holed.fill(0, 200, 260)
  const inPlace = (...of: ReadonlyArray<Uint8Array>) => [
    ...lines.slice(0, 4),
    ...of,
    ...lines.slice(5),
  ]
  return [
    log('flipped-bit', inPlace(flipped), {
      ...fourth,
      records: 9,
      problems: [{ line: 5, seq: 4, kind: 'hash_mismatch' }],
    }),
    log('dropped-line', [...lines.slice(0, 6), ...lines.slice(7)], {
      ...ends,
      head: ref(5),
      records: 9,
      problems: [{ line: 7, seq: 6, kind: 'prev_mismatch' }],
      good: ref(5),
      row: rowOf(6),
    }),
    log('doubled-line', [...lines.slice(0, 6), line(5), ...lines.slice(6)], {
      ...ends,
      records: 11,
      problems: [{ line: 7, seq: 6, kind: 'prev_mismatch' }],
      good: ref(5),
      row: rowOf(6),
    }),
    log('swapped-lines', [...lines.slice(0, 6), line(7), line(6), ...lines.slice(8)], {
      ...ends,
      records: 10,
      problems: [
        { line: 7, seq: 6, kind: 'prev_mismatch' },
        { line: 8, seq: 8, kind: 'prev_mismatch' },
        { line: 9, seq: 7, kind: 'prev_mismatch' },
      ],
      good: ref(5),
      row: rowOf(6),
    }),
    log('two-objects', [...lines.slice(0, 4), glue(line(4), line(5)), ...lines.slice(6)], {
      ...notJson,
      records: 8,
    }),
    log('not-json', inPlace(Buffer.from('{"a":')), notJson),
    log('zeros-in-a-line', inPlace(holed), notJson),
    log('zeros-for-a-line', inPlace(Buffer.alloc(length)), notJson),
    log('blank-line', [...lines.slice(0, 4), Buffer.alloc(0), ...lines.slice(4)], {
      ...notJson,
      records: 10,
    }),
    log('glued-to-a-torn-line', inPlace(glue(line(4).subarray(0, 150), line(4))), notJson),
    log('two-damaged-lines', inPlace(flipped).with(8, Buffer.from('{}')), {
      ...fourth,
      records: 8,
      problems: [
        { line: 5, seq: 4, kind: 'hash_mismatch' },
        { line: 9, seq: 8, kind: 'shape' },
      ],
    }),
    log('a-line-of-another-session', inPlace(Buffer.from(otherLine)), {
      ...fourth,
      head: ref(9),
      records: 10,
      problems: [
        { line: 5, seq: 4, kind: 'prev_mismatch' },
        { line: 6, seq: 5, kind: 'prev_mismatch' },
      ],
    }),
    log(
      'two-writers',
      [...lines.slice(0, 8), ...otherLines(6, 8), ...lines.slice(8), ...otherLines(8)],
      {
        ...ends,
        tip: refOf((other[9] as SealedRecord).record),
        records: 14,
        problems: [
          { line: 9, seq: 8, kind: 'prev_mismatch' },
          { line: 11, seq: 8, kind: 'prev_mismatch' },
          { line: 13, seq: 10, kind: 'prev_mismatch' },
        ],
        good: ref(7),
        row: rowOf(8),
      },
    ),
    log('damaged-and-torn', [...inPlace(flipped).slice(0, 9)], {
      ...fourth,
      tip: ref(7),
      head: ref(6),
      records: 7,
      problems: [
        { line: 5, seq: 4, kind: 'hash_mismatch' },
        { line: 9, kind: 'torn_tail' },
      ],
    }),
  ]
}

// What another writer made of the first turn, which both had read.
const other = twoTurns('Who else?', 'I.')

const otherLines = (from: number, to?: number): ReadonlyArray<string> =>
  other.slice(from, to).map(({ line }) => line)

const others = sealStory([
  [started(someSession(2)), ...(wholeTurn(1, 'q', 'a')[0] ?? [])],
  ...wholeTurn(1, 'q', 'a').slice(1),
])
const othersLines = others.map(({ line }) => line)
const othersTip = refOf((others[4] as SealedRecord).record)
const otherLine = othersLines[4] ?? ''

// From the first line on nothing can be trusted.
export const unbegunLogs = (): ReadonlyArray<CorpusLog> => {
  const first = { ...ends, row: { ...rowOf(0), problem: 'this is not a log of yoi' } }
  const notJson: Expected = {
    ...first,
    records: 9,
    problems: [{ line: 1, seq: 0, kind: 'not_json' }],
  }
  const mark = glue(Buffer.from('\ufeff'), line(0))
  const crlf = lines.map((bytes) => glue(bytes, Buffer.from('\r')))
  return [
    log('first-line-broken', [Buffer.from('{"prev":'), ...lines.slice(1)], notJson),
    log('byte-order-mark', [mark, ...lines.slice(1)], notJson),
    log('crlf', crlf, {
      ...first,
      row: rowOf(0),
      tip: null,
      head: null,
      records: 0,
      problems: crlf.map((_, seq) => ({ line: seq + 1, seq, kind: 'shape' as const })),
    }),
    log('first-line-gone', lines.slice(1), {
      ...first,
      records: 9,
      problems: [{ line: 1, seq: 0, kind: 'prev_mismatch' }],
    }),
    openLog('words-without-an-end', Buffer.from('plain words'), {
      ...first,
      tip: null,
      head: null,
      records: 0,
      problems: [
        { line: 1, kind: 'no_log' },
        { line: 1, kind: 'torn_tail' },
      ],
    }),
    log('the-log-of-another-session', othersLines, {
      tip: othersTip,
      head: othersTip,
      records: 5,
      problems: [{ line: 1, seq: 0, kind: 'other_session' }],
      row: { records: 5, preview: 'q → a', problem: 'this is the log of session' },
      first: 'damaged',
    }),
    log('another-program', foreignLines, {
      ...first,
      tip: null,
      head: null,
      records: 0,
      problems: [
        { line: 1, seq: 0, kind: 'shape' },
        { line: 2, kind: 'shape' },
        { line: 3, kind: 'not_json' },
        { line: 4, kind: 'shape' },
      ],
    }),
  ]
}

const foreignLines = [
  '{"type":"user","uuid":"0192aaaa-0000-7000-8000-000000000001","parentUuid":null}',
  '{"type":"assistant","message":{"content":[]}}',
  'plain words',
  '[]',
]

// Their hashes are right; what they say, or where they say it, is not.
export const wronglySealedLogs = (): ReadonlyArray<CorpusLog> => {
  const left = { type: 'PodDetached', data: '{"pod":"pod-a","by":"user"}' }
  const bytes = Buffer.from('7b22706f64223a22ff222c226279223a22227d', 'hex')
  const invalid = rawLine(ref(9), { type: 'PodDetached', data: bytes })
  const early = rawLine(ref(9), { ...left, seq: 12 })
  const opened = rawLine(ref(9), { ...left, more: 2 })
  const closed = rawLine(opened.ref, left)
  const shape = rawLine(ref(9), { type: 'PodDetached', data: '{"pod":7}' })
  const expected = { ...ends, good: ref(9), row: rowOf(10) }
  return [
    log('invalid-utf8', [...lines, invalid.bytes], {
      ...expected,
      records: 10,
      problems: [{ line: 11, seq: 10, kind: 'not_utf8' }],
    }),
    log('wrong-seq', [...lines, early.bytes], {
      ...expected,
      records: 11,
      tip: early.ref,
      problems: [{ line: 11, seq: 10, kind: 'seq_mismatch' }],
    }),
    log('wrong-group', [...lines, opened.bytes, closed.bytes], {
      ...expected,
      records: 12,
      tip: closed.ref,
      problems: [{ line: 12, seq: 11, kind: 'group_mismatch' }],
    }),
    log('wrong-shape', [...lines, shape.bytes], {
      ...expected,
      records: 10,
      problems: [{ line: 11, seq: 10, kind: 'event_shape' }],
    }),
  ]
}

// Good logs that are not quite as this version writes them.
export const foreignLogs = (): ReadonlyArray<CorpusLog> => {
  const data = JSON.stringify(started(someSession(1)).data)
  const start = (text: string) => rawLine(undefined, { type: 'SessionStarted', data: text })
  const field = start(data.replace('{', '{"colour":{"of":"later"},'))
  const format = start(data.replace('"format":1', '"format":2'))
  const event = rawLine(ref(9), { type: 'GoalSet', data: '{"goal":"win"}' })
  const doubled = rawLine(ref(9), {
    type: 'PodDetached',
    data: '{"pod":"pod-a","by":"first","by":"last"}',
  })
  const alone = { records: 1, row: { records: 1, preview: '[empty]' } }
  return [
    log('unknown-field', [field.bytes], {
      ...alone,
      tip: field.ref,
      head: field.ref,
      first: ['user: next'],
    }),
    log('newer-format', [format.bytes], {
      ...alone,
      tip: format.ref,
      head: format.ref,
      row: { ...alone.row, problem: 'its format is 2' },
      first: 'read_only',
    }),
    log('unknown-event', [...lines, event.bytes], {
      records: 11,
      tip: event.ref,
      head: ref(9),
      row: { ...rowOf(10), problem: 'it holds GoalSet' },
      first: 'read_only',
    }),
    log('doubled-key', [...lines, doubled.bytes], {
      records: 11,
      tip: doubled.ref,
      head: ref(9),
      row: { ...rowOf(10), records: 11 },
      first: allSaid,
    }),
    log('end-gone', lines.slice(0, 8), {
      records: 8,
      tip: ref(7),
      head: ref(6),
      row: rowOf(8),
      first: brokenOff,
    }),
    log('good', lines, {
      records: 10,
      tip: ref(9),
      head: ref(9),
      row: rowOf(10),
      first: allSaid,
    }),
  ]
}
