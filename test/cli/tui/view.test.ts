import test from 'ava'
import fc from 'fast-check'
import { lineWidth } from '../../../cli/tui/frame.js'
import type { TuiState } from '../../../cli/tui/state.js'
import { view } from '../../../cli/tui/view.js'
import type { Event } from '../../../domain/event/event.js'
import { anyText } from '../../support/any-text.js'
import {
  callCompleted,
  callStarted,
  note,
  notice,
  paused,
  replied,
  stopped,
  submitted,
  toolUse,
  words,
} from '../../support/events.js'
import { recordList, turnNo } from '../../support/record-list.js'
import { fcOptions } from '../../support/rounds.js'
import { attached, frameText, play, running, screenText } from '../../support/tui-given.js'

const sessionOf = (text: string): ReadonlyArray<ReadonlyArray<Event>> => [
  [
    submitted(1, [
      { kind: 'text', content: text },
      { kind: 'paste', id: text, chars: 3, lines: 1, content: text },
      { kind: 'file_ref', path: text },
    ]),
  ],
  [
    replied(
      1,
      { type: 'thinking', thinking: text, signature: '' },
      words(text),
      toolUse(text, { command: text }),
      toolUse('X', text),
    ),
  ],
  [callStarted(1, 1, 2)],
  [
    callCompleted(1, 1, {
      call: '1.2' as never,
      outcome: 'failed',
      summary: text,
      content: text,
      cut: { bytes: 1, file: text },
    }),
  ],
  [note(1, text)],
  [notice(5, text)],
  [stopped(turnNo(1), [{ kind: 'text', text }]), paused(1)],
  [
    {
      type: 'TurnEnded',
      data: { turn: turnNo(1), result: 'errored', error: { code: 'x', message: text } },
    },
  ],
  [
    {
      type: 'ChildReported',
      data: { report: 'r' as never, kind: text, pod_name: text, message: text },
    },
  ],
]

const fits = (state: TuiState, width: number, height: number) => {
  const frame = view(play(state, { type: 'Resize', width, height }).state)
  return (
    frame.lines.length === height &&
    frame.lines.every((spans) => lineWidth(spans) <= width) &&
    frame.cursor.column >= 0 &&
    frame.cursor.column < width &&
    frame.cursor.row >= 0 &&
    frame.cursor.row < height &&
    !/[\0-\x1f\x7f-\x9f]/.test(
      frame.lines
        .flat()
        .map(({ text }) => text)
        .join(''),
    )
  )
}

test('any stored text renders at any size, in every detail, without overflowing', (t) => {
  fc.assert(
    fc.property(
      anyText,
      fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 })),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom([], ['Ctrl-O'], ['Ctrl-O', 'Ctrl-O'], ['PageUp'], ['Ctrl-Home']),
      (text, width, height, keys) => {
        const state = attached({ records: recordList(sessionOf(text)), status: running })
        const typed = play(
          state,
          { type: 'Text', text: text.replaceAll('\x1b', ''), atMs: 1, id: '' },
          { type: 'Paste', text: `${text}\n`, atMs: 1 },
          { event: 'text_delta', data: { turn: turnNo(1), round: 1, block: 0, text } },
          {
            event: 'tool_call_start',
            data: { turn: turnNo(1), round: 1, block: 1, call: 'c', name: text },
          },
          {
            event: 'retry',
            data: { turn: turnNo(1), attempt: 1, of: 2, wait_ms: 1, code: 'x', message: text },
          },
          { event: 'alert', data: { level: 'error', code: 'x', message: text } },
          { event: 'error', data: { code: 'internal', message: text } },
          ...keys,
        ).state
        t.true(fits(typed, width, height))
      },
    ),
    fcOptions(5),
  )
})

test('a pod, folder and scope with hostile names show as marks', (t) => {
  const state = attached()
  const greeting = {
    ...state.pod!.greeting!,
    pod: 'x\x1b]0;y\x07',
    cwd: '/a\nb',
    scope: ['\u202e'],
  }
  const text = screenText({ ...state, pod: { ...state.pod!, pod: 'x\x1b]0;y\x07', greeting } })
  t.true(text.includes('x␛]0;y␇'))
  t.true(text.includes('‹202E›'))
})

test('the newest is shown while following; scrolling up holds the place', (t) => {
  const records = recordList(Array.from({ length: 100 }, (_, i) => [note(1, `note ${i}.`)]))
  const state = attached({ records: records.slice(0, 90) })
  t.true(screenText(state).includes('note 89.'))
  const held = play(state, 'PageUp', 'PageUp').state
  const before = frameText(view(held)).split('\n').slice(0, 10)
  const more = play(
    held,
    ...records.slice(90).map((data) => ({ event: 'record', data }) as const),
  ).state
  t.deepEqual(frameText(view(more)).split('\n').slice(0, 10), before)
  t.true(screenText(more).includes('more below'))
  t.true(screenText(play(more, 'Ctrl-End').state).includes('note 99.'))
  t.true(screenText(play(more, 'Ctrl-Home').state).includes('yoi · Pod p'))
})

test('scrolling down to the end follows again', (t) => {
  const records = recordList(Array.from({ length: 50 }, (_, i) => [note(1, `note ${i}.`)]))
  const up = play(attached({ records }), 'Wheel-Up', 'Shift-Up').state
  t.is(up.scroll.tag, 'held')
  t.is(play(up, 'Shift-Down', 'Shift-Down', 'Wheel-Down').state.scroll.tag, 'following')
})

test('Ctrl-O goes from normal to overview to detail and back', (t) => {
  const output = Array.from({ length: 30 }, (_, i) => `line ${i}.`).join('\n')
  const records = recordList([
    [replied(1, toolUse('Bash', { command: 'ls' }))],
    [callStarted(1, 0)],
    [callCompleted(1, 0, { content: output })],
  ])
  const state = { ...attached({ records }), size: { width: 80, height: 60 } }
  t.true(screenText(state).includes('line 5.') && screenText(state).includes('… 24 more lines'))
  const overview = play(state, 'Ctrl-O').state
  t.false(screenText(overview).includes('line 0.'))
  const detail = play(overview, 'Ctrl-O').state
  t.true(screenText(detail).includes('line 29.'))
  t.is(play(detail, 'Ctrl-O').state.detail, 'normal')
})

test('a running call shows the end of what it prints', (t) => {
  const records = recordList([
    [replied(1, toolUse('Bash', { command: 'make' }))],
    [callStarted(1, 0)],
  ])
  const text = Array.from({ length: 20 }, (_, i) => `out ${i}.`).join('\n')
  const { state } = play(attached({ records, status: running }), {
    event: 'tool_output_delta',
    data: { call: '0.0' as never, stream: 'stdout', text },
  })
  t.true(screenText(state).includes('● Bash make · running'))
  t.true(screenText(state).includes('out 19.'))
})

test('how a call ended is said once', (t) => {
  const ended = { outcome: 'interrupted', summary: 'interrupted · 4.2 s', content: 'x' } as const
  const records = recordList([
    [replied(1, toolUse('Bash', { command: 'make' }))],
    [callStarted(1, 0)],
    [callCompleted(1, 0, ended)],
  ])
  t.true(screenText(attached({ records })).includes('■ Bash make · interrupted · 4.2 s\n'))
})

test('tokens, context and cost are on the screen when they are known', (t) => {
  const state = attached({ records: recordList([[replied(1, words('a'))]]) })
  t.true(screenText(state).includes('in 11 out 5 cached 2 tokens · context 2%'))
  const price = { input: 100_000, output: 0, cache_read: 0, cache_write: 0 }
  const greeting = { ...state.pod!.greeting!, price }
  t.true(screenText({ ...state, pod: { ...state.pod!, greeting } }).includes('$1.00'))
})

test('tokens and cost are those of the whole session, whatever part of it is loaded', (t) => {
  const records = recordList([
    [submitted(1, 'old'), replied(1, words('a'))],
    [submitted(2, 'new'), replied(2, words('b'))],
  ])
  const usage = { input: 20, output: 10, cache_read: 4, cache_write: 2 }
  const whole = 'in 22 out 10 cached 4 tokens'
  const end = attached({ records: records.slice(2), usage })
  const page = { from: 0, total: 4, items: [], segments: [], records: records.slice(0, 2) }
  const scrolled = play(end, { event: 'history', data: page }).state
  for (const state of [end, scrolled, attached({ records, usage })]) {
    t.true(screenText(state).includes(whole))
    const price = { input: 100_000, output: 0, cache_read: 0, cache_write: 0 }
    const greeting = { ...state.pod!.greeting!, price }
    t.true(screenText({ ...state, pod: { ...state.pod!, greeting } }).includes('$2.00'))
  }
  t.false(screenText(attached({ records: records.slice(2) })).includes('tokens'))
})

test('a long hint is shown whole where there is room, and says where it is cut', (t) => {
  const message = `This session goes on with its own model settings (anthropic/model-x); ${'日本 '.repeat(4)}end.`
  const alert = { event: 'alert', data: { level: 'warning', code: 'x', message } } as const
  const { state } = play(attached(), alert)
  for (const [width, height] of [
    [80, 24],
    [40, 24],
    [200, 50],
  ] as const) {
    const lines = screenText({ ...state, size: { width, height } }).split('\n')
    const from = lines.findIndex((line) => line.startsWith('This session'))
    const shown = lines.slice(from, from + 4).join('')
    t.true(shown.replaceAll(/\s/g, '').includes(message.replaceAll(/\s/g, '')), `${width}`)
  }
  const low = screenText({ ...state, size: { width: 40, height: 6 } })
  t.regex(low, /^This session goes on with its own model…$/m)
  const narrow = screenText({ ...state, size: { width: 20, height: 24 } })
  t.regex(narrow, /^This session goes$[^…]*model-x\)…$/m)
})

test('on a low screen why nothing goes on is read before the transcript, also beside a long text', (t) => {
  const message = 'The log could not be written (ENOSPC: no space left on device): make room on it.'
  const alert = {
    event: 'alert',
    data: { level: 'error', code: 'storage_failed', message },
  } as const
  const { state } = play(attached(), alert)
  const low = { ...state, size: { width: 40, height: 10 } }
  const whole = screenText(low).replaceAll('\n', ' ')
  t.true(whole.includes('no space left on device): make room on it.'), whole)
  const { state: typing } = play(low, "'one\ntwo\nthree\nfour")
  t.regex(screenText(typing), /The log could not be written \(ENOSPC: no\n/)
  t.true(screenText(typing).includes('four'))
})

test('a hint that is cut has the blanks that it has, in Japanese none', (t) => {
  const shown = (message: string) => {
    const alert = { event: 'alert', data: { level: 'info', code: 'x', message } } as const
    const { state } = play(attached(), alert)
    return screenText({ ...state, size: { width: 40, height: 6 } })
  }
  t.regex(shown('Esc stops nothing: Ctrl-C pauses, Ctrl-X cancels.'), /pauses, Ctrl-…$/m)
  t.regex(shown(`${'とても長い知らせ、'.repeat(3)}まだ続く。`), /とても長い知らせ、と[^ ]*…$/m)
  t.regex(shown('It failed.\nThe disk is full, and nothing can be kept.'), /failed\. The disk/)
})

test('the caret stays in view in a long text', (t) => {
  const long = play(attached(), `'${'line\n'.repeat(40)}end`).state
  t.true(screenText(long).includes('end'))
  const top = play(long, ...Array.from({ length: 40 }, () => 'Up')).state
  t.true(screenText(top).includes('> line'))
})
