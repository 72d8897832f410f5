import test from 'ava'
import fc from 'fast-check'
import type { Frame } from '../../../../cli/tui/frame.js'
import { isLooking } from '../../../../cli/tui/search/search.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { clusters } from '../../../../cli/tui/text/clusters.js'
import { nextTickMs } from '../../../../cli/tui/update.js'
import { view } from '../../../../cli/tui/view.js'
import { limits } from '../../../../domain/limits.js'
import { anyText } from '../../../support/any-text.js'
import {
  callCompleted,
  callStarted,
  ended,
  note,
  replied,
  reset,
  submitted,
  toolUse,
  words,
} from '../../../support/events.js'
import { recordList, turnNo } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import {
  attached,
  editorText,
  idle,
  play,
  running,
  screenText,
  sends,
  snapshot,
  told,
} from '../../../support/tui-given.js'

const notes = (count: number, text: (n: number) => string) =>
  recordList(Array.from({ length: count }, (_, n) => [note(1, text(n))]))

/** A hundred notes, every tenth of which is about tokens, scrolled to their start. */
const hundred = play(
  attached({ records: notes(100, (n) => `note ${n}${n % 10 === 5 ? ' about Tokens' : ''}.`) }),
  'Ctrl-Home',
).state

const matched = (frame: Frame, style: string): ReadonlyArray<string> =>
  frame.lines.flatMap((line) => line.filter((one) => one.style === style).map(({ text }) => text))

const rowOf = (state: TuiState, text: string): number =>
  screenText(state)
    .split('\n')
    .findIndex((line) => line.includes(text))

const settle = (state: TuiState): TuiState =>
  isLooking(state) ? settle(play(state, { type: 'Tick', atMs: state.nowMs }).state) : state

test('`/` while scrolled opens a search that shows the first place with each letter', (t) => {
  const opened = play(hundred, "'/").state
  t.regex(screenText(opened), /type what to look for/)
  t.regex(screenText(opened), /^\/$/m)
  const found = play(opened, "'t", "'ok").state
  t.regex(screenText(found), /note 5 about Tokens/)
  t.regex(screenText(found), /1 of 10 · Up\/Down to move · Esc goes back\n/)
  const high = view(play(found, { type: 'Resize', width: 80, height: 60 }).state)
  t.deepEqual(matched(high, 'inverse').slice(0, 1), ['Tok'])
  t.deepEqual(matched(high, 'match'), ['Tok'])
  t.is(view(found).cursor.column, '/tok'.length)
  t.is(editorText(found), '')
})

test('`/` is text for the editor while the end is followed or something is written', (t) => {
  t.is(editorText(play(attached(), "'/help").state), '/help')
  t.is(editorText(play(hundred, "'a", "'/").state), 'a/')
})

test('Down and Up go on to the next place and back, and from the last to the first', (t) => {
  const first = play(hundred, "'/tokens").state
  const third = play(first, 'Down', 'Down').state
  t.regex(screenText(third), /note 25 about Tokens/)
  t.regex(screenText(third), /3 of 10/)
  t.regex(screenText(play(third, 'Up').state), /2 of 10/)
  t.regex(screenText(play(first, 'Up').state), /10 of 10/)
  t.regex(screenText(play(first, 'Up', 'Down').state), /1 of 10/)
})

test('going round, at either end, is said, and the count is that of the place', (t) => {
  const first = play(hundred, "'/tokens").state
  t.regex(screenText(play(first, 'Up').state), /^block 10 of 10, wrapped · /m)
  t.regex(screenText(play(first, 'Up', 'Down').state), /^block 1 of 10, wrapped · /m)
  t.regex(screenText(play(first, 'Up', 'Up').state), /^block 9 of 10 · /m)
  t.regex(screenText(play(first, 'Up', 'Enter', "'n", "'n").state), /block 2 of 10 · n/)
  const only = play(hundred, "'/note 99").state
  t.regex(screenText(play(only, 'Down').state), /^block 1 of 1, wrapped · /m)
})

test('on a narrow screen the search keeps its count and the key that ends it', (t) => {
  const at = (width: number, ...keys: ReadonlyArray<string>) =>
    screenText(play(hundred, { type: 'Resize', width, height: 12 }, "'/tokens", ...keys).state)
  t.regex(at(30), /^block 1 of 10 · Esc goes back$/m)
  t.regex(at(26), /^block 1 of 10 · Esc: back$/m)
  t.regex(at(20), /^1 of 10 · Esc: back$/m)
  t.regex(at(40, 'Up', 'Enter'), /^block 10 of 10, wrapped · Esc to end$/m)
  t.regex(at(12), /^1 of 10$/m)
})

test('Enter stays at the place, n and N go on from there, and Esc ends it', (t) => {
  const kept = play(hundred, "'/tokens", 'Down', 'Enter').state
  t.regex(screenText(kept), /\/tokens · block 2 of 10 · n\/N to move · Esc to end/)
  t.regex(screenText(kept), /Enter to end the search/)
  const next = play(kept, "'n", "'n", "'N").state
  t.regex(screenText(next), /3 of 10/)
  const over = play(next, 'Escape').state
  t.deepEqual(over.scroll, next.scroll)
  t.regex(screenText(over), /more below/)
  t.deepEqual(matched(view(over), 'match'), [])
  t.is(editorText(play(kept, "'no").state), 'no')
  t.is(play(kept, "'no").state.search, undefined)
})

test('Esc while typing goes back to where it was opened, as Backspace on no words does', (t) => {
  const from = play(hundred, 'PageDown', 'PageDown').state
  const searched = play(from, "'/tokens", 'Down').state
  t.notDeepEqual(searched.scroll, from.scroll)
  t.deepEqual(play(searched, 'Escape').state.scroll, from.scroll)
  const emptied = play(searched, ...'tokens'.split('').map(() => 'Backspace')).state
  t.deepEqual(emptied.scroll, from.scroll)
  t.not(emptied.search, undefined)
  t.is(play(emptied, 'Backspace').state.search, undefined)
})

test('a search looks from the place on, and the first place may be above it', (t) => {
  const middle = play(hundred, "'/note 41", 'Enter', 'Escape').state
  t.regex(screenText(play(middle, "'/about").state), /5 of 10/)
  t.regex(screenText(play(middle, "'/note 5 about").state), /1 of 1/)
})

test('a search with nothing below begins at the nearest place above', (t) => {
  const low = play(hundred, 'Ctrl-End', 'PageUp').state
  const found = play(low, "'/note 5").state
  t.regex(screenText(found), /^block 11 of 11 · /m)
  t.regex(screenText(found), /note 59\./)
  t.regex(screenText(play(found, 'Up').state), /^block 10 of 11 · /m)
  t.regex(screenText(play(found, 'Down').state), /^block 1 of 11, wrapped · /m)
})

test('a search opened far within a block begins there, not at the start of the block', (t) => {
  const rows = Array.from({ length: 90 }, (_, n) => `row ${n} ${n % 10 === 0 ? 'here' : ''}`)
  const records = recordList([[submitted(1, 'x'), replied(1, words(rows.join('\n'))), ended(1)]])
  const low = play(attached({ records }), 'PageUp', 'PageUp').state
  const found = play(low, "'/here").state
  t.deepEqual(found.scroll, low.scroll)
  t.regex(screenText(found), /^block 1 of 1, hit 5 of 9 · /m)
  t.regex(screenText(play(found, 'Down').state), /^block 1 of 1, hit 6 of 9 · /m)
  const above = play(low, "'/row 3").state
  t.true(rowOf(above, 'row 39') >= 0)
  t.is(rowOf(above, 'row 3 '), -1)
})

test('capitals count when there are some, and forms of one character are the same', (t) => {
  const texts = [
    'Token',
    'token',
    'ﾄｰｸﾝ',
    'トークン',
    'か\u3099',
    'が',
    'ＡＢＣ',
    '㌔',
    'x '.repeat(200),
  ]
  const state = play(attached({ records: notes(texts.length, (n) => texts[n] ?? '') }), 'Ctrl-Home')
  const count = (typed: string) =>
    Number(/ of (\d+)/.exec(screenText(play(state.state, `'/${typed}`).state))?.[1] ?? 0)
  t.is(count('token'), 2)
  t.is(count('Token'), 1)
  t.is(count('トークン'), 2)
  t.is(count('ﾄｰｸﾝ'), 2)
  t.is(count('が'), 2)
  t.is(count('abc'), 1)
  t.is(count('ABC'), 1)
  t.is(count('キロ'), 1)
  t.is(count('nowhere'), 0)
})

test('a place is found and marked where its line was broken, and Markdown stands within it', (t) => {
  const text = `${'長い行'.repeat(13)}境界をまたぐ言葉。 ${'word '.repeat(30)}a **bold** claim`
  const records = [
    ...recordList([[submitted(1, 'x'), replied(1, words(text)), ended(1)]]),
    ...notes(60, (n) => `note ${n}`).slice(3),
  ]
  const state = play(attached({ records }), 'Ctrl-Home').state
  const across = play(state, "'/境界をまたぐ").state
  t.is(
    matched(view(across), 'inverse').join(''),
    `境界をまたぐ${matched(view(across), 'inverse').at(-1)}`,
  )
  t.regex(screenText(play(state, "'/bold claim").state), /1 of 1/)
})

test('the words of a rest and of an ending are found as they stand on the screen', (t) => {
  const records = recordList([
    [submitted(1, 'x'), { type: 'TurnPaused', data: { turn: turnNo(1), by: 'crash' } }],
    ...Array.from({ length: 60 }, (_, n) => [note(1, `note ${n}`)]),
  ])
  const state = play(attached({ records }), 'Ctrl-Home').state
  const found = play(state, "'/the Pod had ended").state
  t.regex(screenText(found), /^block 1 of 1 · /m)
  t.true(rowOf(found, 'interrupted: the Pod had ended') >= 0)
})

test('what is folded away is found, and the start of its block is shown', (t) => {
  const output = Array.from({ length: 50 }, (_, n) => `line ${n}`).join('\n')
  const records = recordList([
    [submitted(1, 'x'), replied(1, toolUse('Bash', { command: 'make it' }))],
    [callStarted(1, 1), callCompleted(1, 1, { content: output })],
    ...Array.from({ length: 60 }, (_, n) => [note(1, `note ${n}`)]),
  ])
  const state = play(attached({ records }), 'Ctrl-Home').state
  const found = play(state, "'/line 42").state
  t.regex(screenText(found), /^block 1 of 1, in folded lines · /m)
  t.true(rowOf(found, 'Bash make it') >= 0)
  t.deepEqual(matched(view(found), 'match'), [])
})

test('places within one block are gone through one by one', (t) => {
  const long = Array.from({ length: 40 }, (_, n) => `row ${n} ${n % 10 === 0 ? 'here' : ''}`)
  const records = recordList([
    [submitted(1, 'x'), replied(1, words(long.join('\n'))), ended(1)],
    ...Array.from({ length: 30 }, (_, n) => [note(1, `note ${n}`)]),
  ])
  const state = play(attached({ records }), 'Ctrl-Home', "'/here").state
  for (const [downs, row] of [
    [1, 'row 10 '],
    [2, 'row 20 '],
    [3, 'row 30 '],
  ] as const)
    t.true(rowOf(play(state, ...Array.from({ length: downs }, () => 'Down')).state, row) >= 0, row)
})

test('100,000 blocks are looked through in bounded steps, and keys are heard between them', (t) => {
  const count = 100_000
  const records = notes(count, (n) => (n === count - 7 ? 'the needle' : `a straw ${n}`))
  const start = play(attached({ records }), 'Ctrl-Home', "'/needle").state
  t.true(isLooking(start))
  t.regex(screenText(start), /looking/)
  t.true((start.search?.scan.below ?? count) <= 2 + limits.searchBlocksPerStep)
  t.is(nextTickMs(start, 5), 5)
  let state = start
  let steps = 0
  while (isLooking(state) && steps < count) {
    const before = state.search!.scan.below
    state = play(state, { type: 'Tick', atMs: 0 }).state
    t.true(state.search!.scan.below - before <= limits.searchBlocksPerStep)
    steps += 1
  }
  t.is(steps, Math.ceil(count / limits.searchBlocksPerStep) - 1)
  t.is(nextTickMs(state, 5), undefined)
  t.regex(screenText(state), /the needle/)
  t.regex(screenText(state), /1 of 1/)
  t.is(play(start, 'Escape').state.search, undefined)
})

test('a long block does not hold up the keys: characters are bounded as well', (t) => {
  const records = notes(20, () => 'x'.repeat(limits.searchCharsPerStep / 2))
  const state = play(attached({ records }), 'Ctrl-Home', "'/y").state
  t.is(state.search?.scan.below, 3)
})

test('what is not loaded is said, and Up at the first place loads it and looks on', (t) => {
  const records = notes(400, (n) => `note ${n}${n % 100 === 50 ? ' sought' : ''}.`)
  const start = play(attached({ records: records.slice(200) }), 'Ctrl-Home').state
  const asked = { ...start, calls: [] }
  const first = settle(play(asked, "'/sought").state)
  t.regex(screenText(first), /1 of 2, Up for older/)
  const up = play(first, 'Up')
  t.like(sends(up.commands), [{ method: 'get_history', params: { before: 200 } }])
  t.regex(screenText(up.state), /1 of 2, loading older/)
  const page = { from: 0, total: 400, items: [], segments: [], records: records.slice(0, 200) }
  const loaded = settle(play(up.state, { event: 'history', data: page }).state)
  t.regex(screenText(loaded), /3 of 4 ·/)
  t.regex(screenText(loaded), /note 250 sought/)
  t.regex(screenText(play(loaded, 'Up').state), /note 150 sought/)
  t.deepEqual(sends(play(loaded, 'Up', 'Up', 'Up').commands), [])
})

test('N at the first place loads what is older, as Up does', (t) => {
  const records = notes(400, (n) => `note ${n}${n % 100 === 50 ? ' sought' : ''}.`)
  const start = { ...play(attached({ records: records.slice(200) }), 'Ctrl-Home').state, calls: [] }
  const kept = play(settle(play(start, "'/sought").state), 'Enter').state
  t.regex(screenText(kept), /1 of 2, N for older/)
  const asked = play(kept, "'N")
  t.like(sends(asked.commands), [{ method: 'get_history', params: { before: 200 } }])
  t.regex(screenText(asked.state), /1 of 2, loading older/)
  t.is(play(asked.state, "'n").state.search?.phase, 'kept')
})

test('nothing found in the loaded part: Up loads the part before', (t) => {
  const records = notes(400, (n) => `note ${n}${n === 20 ? ' sought' : ''}.`)
  const start = { ...play(attached({ records: records.slice(200) }), 'Ctrl-Home').state, calls: [] }
  const none = settle(play(start, "'/sought").state)
  t.regex(screenText(none), /nothing found, Up for older/)
  const up = play(none, 'Up')
  t.is(sends(up.commands).length, 1)
  const page = { from: 0, total: 400, items: [], segments: [], records: records.slice(0, 200) }
  t.regex(screenText(settle(play(up.state, { event: 'history', data: page }).state)), /1 of 1/)
})

test('what happens meanwhile is looked through too, and what is taken back is left out', (t) => {
  const opened = play(hundred, "'/fresh").state
  t.regex(screenText(opened), /nothing found/)
  const all = recordList([
    ...Array.from({ length: 100 }, () => [note(1, 'x')]),
    [submitted(2, 'fresh words')],
    [reset(2, 99)],
  ])
  const added = play(opened, { event: 'record', data: all[100]! }, told(running)).state
  t.regex(screenText(settle(added)), /1 of 1/)
  const back = settle(play(added, { event: 'record', data: all[101]! }, told(idle)).state)
  t.regex(screenText(back), /nothing found/)
})

test('another session ends the search', (t) => {
  const other = snapshot({ records: recordList([[note(1, 'other')]]) })
  t.is(play(hundred, "'/note", other).state.search, undefined)
})

test('Ctrl-C pauses what runs, Ctrl-D does nothing while words are typed', (t) => {
  const busy = play(hundred, told({ ...running, turn: turnNo(1) }), "'/note").state
  t.like(sends(play(busy, 'Ctrl-C').commands), [{ method: 'pause' }])
  const quiet = play(hundred, "'/note", 'Ctrl-D')
  t.deepEqual(sends(quiet.commands), [])
  t.not(quiet.state.search, undefined)
})

test('any words in any texts at any size neither throw nor overflow', (t) => {
  fc.assert(
    fc.property(
      fc.array(anyText, { minLength: 1, maxLength: 4 }),
      fc.nat(40),
      fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 30 })),
      (texts, at, [width, height]) => {
        const records = notes(40, (n) => `${texts[n % texts.length]} end ${n}`)
        const resized = { type: 'Resize', width, height } as const
        const start = play(attached({ records }), resized, 'Ctrl-Home').state
        const typed = clusters(texts[0] ?? '')
          .slice(at, at + 3)
          .join('')
        const state = play(start, `'/${typed}`, 'Down', 'Up', 'Enter', "'n").state
        const frame = view(state)
        t.is(frame.lines.length, height)
        const plain = screenText({ ...state, search: undefined }).split('\n')
        const shown = screenText(state).split('\n')
        if (height >= 12) t.deepEqual(shown.slice(0, 4), plain.slice(0, 4))
      },
    ),
    fcOptions(3),
  )
})
