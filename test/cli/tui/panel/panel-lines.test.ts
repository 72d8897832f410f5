import test from 'ava'
import { entryText } from '../../../../cli/replay/entry-text.js'
import { replayItem } from '../../../../cli/screen/show/replay-item.js'
import { fact, heading, type PanelItem, words } from '../../../../cli/tui/panel/panel.js'
import { panelLines } from '../../../../cli/tui/panel/panel-lines.js'
import type { TimelineEntry } from '../../../../projections/timeline.js'
import { attached, play, screenText } from '../../../support/tui-given.js'

const shown = (items: ReadonlyArray<PanelItem>, width: number): ReadonlyArray<string> =>
  panelLines(items, width).map((spans) =>
    spans
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  )

const entry = (mark: TimelineEntry['mark']): TimelineEntry => ({
  seq: 12 as never,
  at: '2026-01-02T03:04:05.678Z' as never,
  who: 'you',
  what: 'Asked (this had waited in the queue, and was resumed) 待っていた入力を再開した',
  body: [
    {
      text: 'list the files of this folder and of all that are below it, then read one',
      look: 'words',
    },
    { text: '日本語の長い文章も、続きは文の下に置かれる。列の先頭には戻らない。', look: 'words' },
  ],
  mark,
})

test('a replay in a panel is broken as the command breaks it on a terminal', (t) => {
  for (const mark of [{}, { fate: 'paused' }, { takenBackBy: 20 as never }] as const)
    for (const width of [40, 60, 80, 200]) {
      const text = (columns: number | undefined) =>
        entryText(entry(mark), { width: columns, color: false }).trimEnd().split('\n')
      t.deepEqual(shown(text(undefined).map(replayItem), width), text(width), `${width}`)
    }
})

test('a title of a replay is no wider than its words, and code goes on as far in as it begins', (t) => {
  t.deepEqual(shown([replayItem(`── turn 1 ${'─'.repeat(68)}`)], 40), ['── turn 1 ──'])
  t.deepEqual(shown([replayItem('          if (one) return another + something')], 40), [
    '          if (one) return another +',
    '          something',
  ])
})

test('what is broken goes on under itself, never at the edge', (t) => {
  const items = [
    heading('Heading'),
    fact('folder', 'a value of many words that has no room in one line of forty columns'),
    fact('長い名前', '値は折り返しても名前の下ではなく、値の下に続く。見出しの列には何も来ない。'),
    words('  line 3, byte 200: a sentence that is set in, and goes on as far in as that'),
  ]
  for (const width of [24, 30, 40, 60]) {
    const lines = shown(items, width)
    const atEdge = lines.filter((text) => text !== '' && !text.startsWith(' '))
    t.deepEqual(
      atEdge.map((text) => text.split(' ')[0]),
      ['Heading', 'folder', '長い名前'],
      `${width}`,
    )
  }
})

test('no word of a value is cut where it has room in a line of its own', (t) => {
  const text = 'Workspaces containing extraordinary configuration directories'
  const lines = shown([fact('scope', text)], 40)
  t.is(lines.map((line) => line.replace(/^(?:scope)? +/, '')).join(' '), text)
})

test('the title of a panel says how it closes and where one is, cut in no word', (t) => {
  const help = play(attached(), "'/help", 'Enter').state
  const title = (width: number) =>
    screenText({ ...help, size: { width, height: 10 } }).split('\n')[0] ?? ''
  t.regex(title(80), /^Help · Esc closes · PageUp\/PageDown scroll · 1–5 of \d+$/)
  t.regex(title(40), /^Help · Esc closes · 1–5 of \d+$/)
  t.is(title(20), 'Help · Esc closes')
})
