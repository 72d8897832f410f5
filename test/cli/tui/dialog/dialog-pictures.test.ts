import test from 'ava'
import fc from 'fast-check'
import { nameDialog } from '../../../../cli/tui/dialog/name-dialog.js'
import { viewNameDialog } from '../../../../cli/tui/dialog/name-dialog-view.js'
import { viewOffer } from '../../../../cli/tui/dialog/offer.js'
import { readingWords } from '../../../../cli/tui/dialog/reading-words.js'
import { type Frame, lineWidth } from '../../../../cli/tui/frame.js'
import { picker } from '../../../../cli/tui/picker/picker.js'
import { viewPicker } from '../../../../cli/tui/picker/picker-view.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'
import { frameText } from '../../../support/tui-given.js'

/** A screen as text, empty lines at its end left out. */
const picture = (frame: Frame): string => frameText(frame).replace(/\n+$/, '')

const sessions = [
  ['just now', '~/プロジェクト', '日本語のテストをお願いします → はい、分かりました。'],
  ['4 min ago', '~/very/long/path/to/a/folder/of/work', '👨‍👩‍👧 emoji → 🇯🇵 done'],
  ['2 h ago', '~/work', '[empty]'],
  ...Array.from({ length: 7 }, (_, n) => [`${n + 1} d ago`, '/srv', `question ${n} → answer`]),
]

const rows = sessions.map(([age = '', place = '', detail = ''], n) => ({
  id: String(n),
  name: `01a22c93-000${n}`,
  age,
  place,
  detail,
  ...(n === 1 ? { mark: 'live in lab' } : {}),
  ...(n === 2 ? { blocked: 'Cannot be resumed: line 3: it is damaged' } : {}),
}))

const tenAt = (width: number, height: number, selected: number) =>
  viewPicker({
    ...picker({ size: { width, height }, title: 'Resume a session', rows }),
    selected,
  })

test('ten sessions on 40 columns and 10 rows: one line each, two for the selected one', (t) => {
  t.is(
    picture(tenAt(40, 10, 1)),
    [
      'Resume a session  2 of 10  type: search',
      '  01a22c93-0000  just now   日本語のテ…',
      '> 01a22c93-0001  4 min ago  …der/of/work',
      '    live in lab  👨‍👩‍👧 emoji → 🇯🇵 done',
      '  01a22c93-0002  2 h ago    Cannot be r…',
      '  01a22c93-0003  1 d ago    question 0 …',
      '  01a22c93-0004  2 d ago    question 1 …',
      '  01a22c93-0005  3 d ago    question 2 …',
      '  01a22c93-0006  4 d ago    question 3 …',
      'Up/Down · Enter to pick · Esc to leave',
    ].join('\n'),
  )
})

test('the Pod of the selected session is named whole, below where the line has no room', (t) => {
  const live = rows.map((row) => ({ ...row, mark: 'live in 書庫-archive' }))
  const lines = (width: number) =>
    picture(viewPicker(picker({ size: { width, height: 10 }, title: 'Resume', rows: live }))).split(
      '\n',
    )
  t.deepEqual(lines(40).slice(1, 3), [
    '> 01a22c93-0000  just now   …ロジェクト',
    '    live in 書庫-archive  日本語のテス…',
  ])
  t.is(lines(80)[1], '> 01a22c93-0000  just now   ~/プロジェクト  live in 書庫-archive')
})

test('in lines of one row folders and last words stand in columns, Japanese ones too', (t) => {
  t.is(
    picture(tenAt(90, 8, 3)),
    [
      'Resume a session  4 of 10  type to search',
      '  01a22c93-0001  4 min ago  …o/a/folder/of/work  live in lab  👨‍👩‍👧 emoji → 🇯🇵 done',
      '  01a22c93-0002  2 h ago    ~/work               Cannot be resumed: line 3: it is damaged',
      '> 01a22c93-0003  1 d ago    /srv',
      '    question 0 → answer',
      '  01a22c93-0004  2 d ago    /srv                 question 1 → answer',
      '  01a22c93-0005  3 d ago    /srv                 question 2 → answer',
      'Up/Down · Enter to pick · Esc to leave',
    ].join('\n'),
  )
})

test('what blocks the selected session is readable where there is no preview', (t) => {
  const why = 'Cannot be resumed: its folder is gone; yoi --session ID --cwd DIR goes on elsewhere'
  const gone = rows.map((row, n) => (n === 2 ? { ...row, blocked: why } : row))
  for (const [width, height] of [
    [40, 10],
    [80, 24],
    [200, 50],
    [20, 12],
  ] as const) {
    const state = picker({ size: { width, height }, title: 'Resume', rows: gone })
    const text = picture(viewPicker({ ...state, selected: 2 })).replace(/\s+/g, ' ')
    t.true(text.includes(why), text)
    t.true(text.includes('> 01a22c93-0002'))
  }
})

test('the list moves under the choice, and its last row is reached', (t) => {
  t.is(
    picture(tenAt(40, 6, 9)),
    [
      'Resume a session  10 of 10  type: search',
      '  01a22c93-0007  5 d ago    question 4 …',
      '  01a22c93-0008  6 d ago    question 5 …',
      '> 01a22c93-0009  7 d ago    /srv',
      '    question 6 → answer',
      'Up/Down · Enter to pick · Esc to leave',
    ].join('\n'),
  )
})

test('on 80 columns the end of a folder is shown beside the last words', (t) => {
  t.is(
    picture(tenAt(80, 5, 0)),
    [
      'Resume a session  1 of 10  type to search',
      '> 01a22c93-0000  just now   ~/プロジェクト',
      '    日本語のテストをお願いします → はい、分かりました。',
      '  01a22c93-0001  4 min ago  …/folder/of/work  live in lab  👨‍👩‍👧 emoji → 🇯🇵 done',
      'Up/Down · Enter to pick · Esc to leave',
    ].join('\n'),
  )
})

test('where all fit, every session has two lines', (t) => {
  const lines = picture(tenAt(200, 24, 0)).split('\n')
  t.is(lines.length, 23)
  t.is(lines[4], '  01a22c93-0001  4 min ago  ~/very/long/path/to/a/folder/of/work  live in lab')
  t.is(lines[21], '    question 6 → answer')
})

const resume = nameDialog({
  size: { width: 40, height: 10 },
  title: 'Resume Pod / session: 01a22c93-9869',
  place: '~/プロジェクト/深い階層にある長い名前のフォルダ/終わり',
  name: '漢'.repeat(40),
  faultOf: () => undefined,
  fault: undefined,
})

test('the name dialog says what it resumes and where, and shows all of a long name', (t) => {
  t.is(
    picture(viewNameDialog(resume)),
    [
      'Resume Pod / session: 01a22c93-9869',
      'in ~/プロジェクト/深い階層にある長い名前',
      '   のフォルダ/終わり',
      '',
      `Name: ${'漢'.repeat(16)}`,
      `      ${'漢'.repeat(16)}`,
      `      ${'漢'.repeat(8)}`,
      '',
      'Enter to start · Esc to leave',
    ].join('\n'),
  )
  t.deepEqual(viewNameDialog(resume).cursor, { row: 6, column: 22 })
})

test('a fault stands under the name, and the keys below it', (t) => {
  const fault = 'This cannot be the name of a Pod: it holds a "/".'
  const lines = picture(viewNameDialog({ ...resume, fault }))
    .split('\n')
    .slice(-3)
  t.deepEqual(lines, [
    'This cannot be the name of a Pod: it',
    'holds a "/".',
    'Enter to start · Esc to leave',
  ])
})

const offer = {
  size: { width: 40, height: 10 },
  question: 'Pod ログ works in this folder, and only one Pod may write here: ~/プロジェクト',
  readOnly: 'start one that only reads',
}

test('the offer shows every key whole on 40 columns', (t) => {
  t.is(
    picture(viewOffer(offer)),
    [
      'Pod ログ works in this folder, and only',
      'one Pod may write here: ~/プロジェクト',
      '',
      'Enter to attach',
      'r to start one that only reads',
      'Esc to leave',
    ].join('\n'),
  )
  const wide = picture(viewOffer({ ...offer, size: { width: 80, height: 10 } })).split('\n')
  t.is(wide.at(-1), 'Enter to attach · r to start one that only reads · Esc to leave')
})

test('before a Pod that only reads is chosen or named it is said that Bash is not bound', (t) => {
  const size = { width: 40, height: 10 }
  const asked = nameDialog({
    size,
    title: 'New Pod, which only reads',
    place: '~/プロジェクト',
    note: readingWords,
    name: 'lab',
    faultOf: () => undefined,
    fault: undefined,
  })
  for (const shown of [viewOffer({ ...offer, note: readingWords }), viewNameDialog(asked)]) {
    const text = picture(shown).replace(/\s+/g, ' ')
    t.true(text.includes(readingWords), text)
    t.true(text.endsWith('Esc to leave'), text)
  }
  t.true(picture(viewNameDialog(asked)).includes('Name: lab'))
  t.regex(readingWords, /file tools.*Bash is allowed.*own rights/)
})

test('the offer fits any size', (t) => {
  fc.assert(
    fc.property(
      fc.tuple(anyText, anyText),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 60 }),
      ([question, readOnly], width, height) => {
        const frame = viewOffer({ size: { width, height }, question, readOnly, note: question })
        t.is(frame.lines.length, height)
        for (const line of frame.lines) t.true(lineWidth(line) <= width)
        t.true(frame.cursor.row < height && frame.cursor.column < width)
      },
    ),
    fcOptions(3),
  )
})
