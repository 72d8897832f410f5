import test from 'ava'
import { nameFault } from '../../../../cli/screen/open/name-fault.js'
import { pickerRow } from '../../../../cli/screen/pick/picker-row.js'
import { shortFolder } from '../../../../cli/tui/text/short-folder.js'
import { shellWord } from '../../../../domain/shell-word.js'
import type { Fate } from '../../../../projections/turn-fate.js'
import { someSession } from '../../../support/story.js'

const faultOf = nameFault([{ pod: 'my lab', pid: 7 }])

const faults: ReadonlyArray<readonly [name: string, fault: string | undefined]> = [
  ['work', undefined],
  ['a/b', 'This cannot be the name of a Pod: it holds a "/".'],
  [
    '漢'.repeat(90),
    'This cannot be the name of a Pod: it has 270 bytes in UTF-8, which is over 255 bytes.',
  ],
  [
    'my lab',
    "A live Pod (pid 7) has this name: choose another one, or leave and attach to it with: yoi 'my lab'",
  ],
]

for (const [name, fault] of faults)
  test(`of the name ${name.slice(0, 10)} the dialog says ${fault ?? 'nothing'}`, (t) => {
    t.is(faultOf(name), fault)
  })

test('a folder of the person is shown from ~, another one whole', (t) => {
  t.is(shortFolder('/home/u/日記', '/home/u'), '~/日記')
  t.is(shortFolder('/home/u', '/home/u/'), '~')
  t.is(shortFolder('/home/user/a', '/home/u'), '/home/user/a')
  t.is(shortFolder('/work', undefined), '/work')
  t.is(shortFolder('/work', '/'), '/work')
})

test('a name is a word of a shell, quoted only where it has to be', (t) => {
  t.is(shellWord('ログ-2.a'), 'ログ-2.a')
  t.is(shellWord(`it's "my" $pod`), `'it'\\''s "my" $pod'`)
})

const row = {
  session: someSession(1),
  cwd: '/home/u/work',
  created: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-02T00:00:00.000Z',
  records: 3,
  live: false,
  isRefused: false,
  preview: 'a → b',
}
const context = { now: '2026-01-02T03:00:00.000Z', home: '/home/u' }

test('a row has the short id, the age, the folder and the last words of its session', (t) => {
  t.deepEqual(pickerRow(row, context), {
    id: row.session,
    name: row.session.slice(0, 13),
    age: '3 h ago',
    usedMs: Date.parse(row.updated),
    place: '~/work',
    detail: 'a → b',
  })
})

test('a row says who holds its session, and why it cannot be resumed', (t) => {
  const shown = pickerRow(
    { ...row, cwd: null, updated: null, pod: 'lab', problem: 'no', isRefused: true },
    context,
  )
  t.deepEqual(
    [shown.mark, shown.blocked, shown.place, shown.age],
    ['live in lab', 'Cannot be resumed: no', 'unknown folder', 'unknown age'],
  )
  t.regex(shown.advice ?? '', /^yoi verify \S+ tells all that is wrong$/)
  const damaged = { ...row, problem: 'line 3, byte 9: bad', isRefused: true }
  t.regex(pickerRow(damaged, context).advice ?? '', /; yoi fork \S+ goes on from what is good/)
})

test('a row is marked when its last turn did not come to its end, one that ended well is not', (t) => {
  const mark = (fate: Fate, pod?: string) => {
    const more = { writtenMs: 0, fate }
    const { mark: said, markStyle } = pickerRow(
      { ...row, more, live: pod !== undefined, ...(pod === undefined ? {} : { pod }) },
      context,
    )
    return said === undefined ? said : `${said} ${markStyle}`
  }
  t.is(mark('errored'), 'ended with an error warning')
  t.is(mark('running'), 'interrupted warning')
  t.is(mark('paused', 'lab'), 'live in lab · paused warning')
  t.is(mark('running', 'lab'), 'live in lab undefined')
  for (const fate of ['finished', 'cancelled'] as const) t.is(mark(fate), undefined)
  const more = { writtenMs: 0, fate: 'running' } as const
  // What was read of a damaged log may end before its last turn does.
  t.is(pickerRow({ ...row, more, problem: 'no', isRefused: true }, context).mark, undefined)
})
