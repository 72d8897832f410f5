import test from 'ava'
import fc from 'fast-check'
import { lineWidth } from '../../../../cli/tui/frame.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { readGroupAt } from '../../../../cli/tui/tools/read-group.js'
import {
  documentOf,
  endPlace,
  linesFrom,
  placeBeyond,
} from '../../../../cli/tui/transcript/document.js'
import type { Block, ToolBlock } from '../../../../projections/transcript/block.js'
import {
  append,
  emptySequence,
  type Sequence,
} from '../../../../projections/transcript/sequence.js'
import { replied, submitted, words } from '../../../support/events.js'
import { turnNo } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import { transcriptText } from '../../../support/tool-pictures.js'
import { callsFrom, timedRecords } from '../../../support/tool-story.js'
import { attached, play, running } from '../../../support/tui-given.js'

const read = (path: string, more: object = {}) => ({
  name: 'Read',
  input: { path },
  gives: { summary: '2 lines', content: `inside ${path}`, ...more },
})

const done = (calls: Parameters<typeof callsFrom>[2]): TuiState =>
  attached({
    records: timedRecords([[submitted(1, 'x')], ...callsFrom(1, 1, calls)]),
    status: running,
  })

test('finished Reads that follow each other are one element, in detail each its own', (t) => {
  const state = done([read('/w/a'), read('/w/b'), read('/w/b')])
  t.regex(
    transcriptText(state),
    /✓ Read 2 files in 3 parts · 6 lines\n {2}a · 2 lines\n {2}b · 2 lines\n {2}b · 2 lines\n/,
  )
  t.regex(
    transcriptText({ ...state, detail: 'overview' }),
    /> x\n✓ Read 2 files in 3 parts · 6 lines$/,
  )
  const detail = transcriptText({ ...state, detail: 'detail' })
  t.is(detail.match(/✓ Read [ab] · 2 lines/g)?.length, 3)
  t.true(detail.includes('inside /w/a'))
})

test('a Read that failed, runs or stands alone is drawn by itself', (t) => {
  const failed = read('/w/b', { outcome: 'failed', summary: 'failed', content: 'It is gone.' })
  const alone = transcriptText(done([read('/w/a'), failed, read('/w/c'), read('/w/d')]))
  t.regex(alone, /✓ Read a · 2 lines[^]*✗ Read b · failed[^]*It is gone\.[^]*✓ Read 2 files/)
  const runs = transcriptText(done([read('/w/a'), { name: 'Read', input: { path: '/w/b' } }]))
  t.regex(runs, /✓ Read a · 2 lines[^]*● Read b · running/)
})

test('Reads of two turns, or with words between, are not joined', (t) => {
  const calls = callsFrom(1, 1, [read('/w/a')])
  const state = attached({
    records: timedRecords([
      [submitted(1, 'x')],
      ...calls,
      [replied(1, words('Now the other.'))],
      ...callsFrom(5, 1, [read('/w/b')]),
      ...callsFrom(8, 2, [read('/w/c')]),
    ]),
  })
  t.notRegex(transcriptText(state), /Read \d+ files/)
})

test('many paths are folded with their number, and all of them are a detail', (t) => {
  const state = done(Array.from({ length: 20 }, (_, n) => read(`/w/${n}.ts`)))
  t.regex(transcriptText(state), / {2}7\.ts · 2 lines\n {2}… 12 more \(Ctrl-O twice shows all\)/)
  t.true(transcriptText({ ...state, detail: 'detail' }).includes('✓ Read 19.ts'))
})

test('scrolling over folded Reads goes line by line, up as down, and loses none', (t) => {
  const state = done([
    ...Array.from({ length: 5 }, (_, n) => read(`/w/${n}`)),
    { name: 'Glob', input: { pattern: '*' }, gives: { summary: '0 files' } },
    ...Array.from({ length: 3 }, (_, n) => read(`/w/x${n}`)),
  ])
  const document = documentOf(state)
  const all = linesFrom(document, { element: 0, line: 0 }, 40)
  const length = all.findLastIndex((line) => lineWidth(line) > 0) + 1
  const top = { element: 0, line: 0 }
  for (let down = 0; down < length; down += 1) {
    const place = placeBeyond(document, top, down)
    t.deepEqual(linesFrom(document, place, 1), [all[down]], `${down} down`)
    t.deepEqual(linesFrom(document, placeBeyond(document, place, -down), 1), [all[0]])
  }
  t.deepEqual(linesFrom(document, endPlace(document, length + 1), length), all.slice(0, length))
})

test('a Read that ends while one is scrolled away moves nothing above it', (t) => {
  const calls = callsFrom(
    1,
    1,
    Array.from({ length: 30 }, (_, n) => read(`/w/${n}`)),
  )
  const records = timedRecords([[submitted(1, 'x')], ...calls])
  const state = {
    ...attached({ records: records.slice(0, -1), status: running }),
    size: { width: 60, height: 12 },
  }
  const held = play(state, 'Ctrl-Home', 'Shift-Down').state
  const later = play(held, { event: 'record', data: records.at(-1)! }).state
  t.deepEqual(later.scroll, held.scroll)
})

const toolBlock = (seq: number, name: string): ToolBlock => ({
  kind: 'tool',
  seq: seq as never,
  turn: turnNo(1),
  call: `${seq}.0` as never,
  name,
  asked: '',
  input: { path: `/w/${seq}` },
  state: 'done',
  summary: '1 line',
  output: '',
  synthetic: false,
})

const sequenceOf = (count: number, nameOf: (n: number) => string): Sequence<Block> => {
  let blocks: Sequence<Block> = emptySequence
  for (let n = 0; n < count; n += 1) blocks = append(toolBlock(n, nameOf(n)), blocks)
  return blocks
}

test('each Read is drawn once: by itself, or by the first of its group', (t) => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (isRead) => {
      const blocks = sequenceOf(isRead.length, (n) => (isRead[n] === true ? 'Read' : 'Bash'))
      const drawn = isRead.flatMap((_, index) => {
        const group = readGroupAt(index, blocks)
        return group === 'inside' ? [] : (group?.map(({ seq }) => seq) ?? [index])
      })
      t.deepEqual(drawn, [...isRead.keys()])
    }),
    fcOptions(),
  )
})

test('a group has an end even when a session does nothing but read', (t) => {
  const blocks = sequenceOf(20_000, () => 'Read')
  const sizes = Array.from({ length: 20_000 }, (_, index) => readGroupAt(index, blocks)).flatMap(
    (group) => (Array.isArray(group) ? [group.length] : []),
  )
  t.is(
    sizes.reduce((sum, size) => sum + size, 0),
    20_000,
  )
  t.true(Math.max(...sizes) <= 4096)
})

test('a screen of a transcript of 100,000 blocks asks for the elements around it alone', (t) => {
  const blocks = sequenceOf(100_000, (n) => (n % 5 === 0 ? 'Bash' : 'Read'))
  const state = attached()
  const long = { ...state, transcript: { ...state.transcript, blocks } }
  let asked = 0
  const watched = {
    ...blocks,
    get chunks() {
      asked += 1
      return blocks.chunks
    },
  }
  const document = documentOf({ ...long, transcript: { ...long.transcript, blocks: watched } })
  const top = placeBeyond(document, endPlace(document, 50), -1000)
  linesFrom(document, top, 50)
  t.true(asked > 0 && asked < 10_000, `${asked}`)
})
