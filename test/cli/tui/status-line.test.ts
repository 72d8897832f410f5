import { readFileSync, writeFileSync } from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import { boundKeys } from '../../../cli/tui/bound-keys.js'
import { lineWidth } from '../../../cli/tui/frame.js'
import type { TuiState } from '../../../cli/tui/state.js'
import { fitParts } from '../../../cli/tui/status-parts.js'
import { statusLines } from '../../../cli/tui/status-line.js'
import { anyText } from '../../support/any-text.js'
import { replied, submitted, words } from '../../support/events.js'
import { inputNo, recordList } from '../../support/record-list.js'
import { fcOptions } from '../../support/rounds.js'
import {
  attached,
  idle,
  methods,
  pausedStatus,
  play,
  running,
  stopping,
} from '../../support/tui-given.js'

const records = recordList([[submitted(1, 'x')], [replied(1, words('a'))]])

/** A state in the middle of much work, with these names. */
const busy = (state: TuiState, pod: string, cwd: string): TuiState => ({
  ...state,
  home: '/home/u',
  live: { ...state.live, usage: { input: 900, output: 450, cache_read: 85_000, cache_write: 650 } },
  pod: {
    ...state.pod!,
    pod,
    greeting: {
      ...state.pod!.greeting!,
      pod,
      cwd,
      model: 'anthropic/claude-sonnet-5-5',
      context_window: 200_000,
      price: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
    },
  },
})

const queue = [{ id: inputNo(7), segments: [{ kind: 'text', content: 'next' }] }] as const

const broken = (state: TuiState): TuiState =>
  play(state, {
    type: 'Disconnected',
    reason: 'Nobody listens on the socket /run/p/sock.',
    atMs: 0,
  }).state

const states: Readonly<Record<string, TuiState>> = {
  idle: attached({ records, status: idle }),
  'idle, with text': play(attached({ records, status: idle }), "'words").state,
  running: attached({ records, status: running }),
  'running, with text and a queue': play(attached({ records, status: running, queue }), "'words")
    .state,
  stopping: attached({ records, status: stopping }),
  paused: attached({ records, status: pausedStatus }),
  'paused, Ctrl-C pressed once': play(attached({ records, status: pausedStatus }), 'Ctrl-C').state,
  'the log is broken': attached({ records, status: { ...running, storage: 'failed' } }),
  'the connection is lost': broken(attached({ records, status: running })),
  overview: play(attached({ records, status: idle }), 'Ctrl-O').state,
}

const places = [
  { pod: 'writer', cwd: '/home/u/work/novel' },
  { pod: '執筆ポッド', cwd: '/home/u/書類/小説の下書き' },
] as const

const drawn = (state: TuiState, width: number): ReadonlyArray<string> =>
  statusLines({ ...state, size: { width, height: 24 } }).map((line) =>
    line.map(({ text }) => text).join(''),
  )

const pictures = (): string =>
  places
    .flatMap(({ pod, cwd }) =>
      [40, 80, 200].flatMap((width) => [
        `## ${pod} at ${width} columns`,
        ...Object.entries(states).flatMap(([name, state]) => [
          '',
          `${name}:`,
          ...drawn(busy(state, pod, cwd), width).map((text) => `|${text}`),
        ]),
        '',
      ]),
    )
    .join('\n')

const stored = new URL('../../../../test/cli/tui/status-line.txt', import.meta.url)

test('the status line of each state at 40, 80 and 200 columns is the stored picture', (t) => {
  if (process.env['YOI_PICTURES'] === 'write') writeFileSync(stored, pictures())
  t.is(pictures(), readFileSync(stored, 'utf8'))
})

test('the status line fits every width, and says the state wherever it has room for it', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(states)),
      fc.tuple(anyText, anyText),
      fc.integer({ min: 1, max: 300 }),
      (state, [pod, cwd], width) => {
        const lines = statusLines({ ...busy(state, pod, cwd), size: { width, height: 24 } })
        t.true(lines.length >= 1 && lines.length <= 5)
        for (const line of lines) t.true(lineWidth(line) <= width)
        const [first = []] = lines
        if (width >= 15)
          t.regex(first[0]?.text ?? '', /^(?:idle|running|stopping|paused|log|the|conn|lost)/)
        t.not(lineWidth(first), 0)
      },
    ),
    fcOptions(20),
  )
})

test('a part that is needed more never goes before one that is needed less', (t) => {
  const part = fc.record({
    forms: fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
  })
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.integer({ min: 1, max: 80 }),
      (found, width) => {
        const parts = found.map(({ forms }, at) => ({
          forms: forms.map((_, form) => `${at}`.padEnd(12 - 4 * form, '-')),
          rank: ((at * 5) % 7) + 1,
          style: 'plain' as const,
        }))
        const line = fitParts(parts, width)
        t.true(lineWidth(line) <= width)
        const shown = new Set(line.map(({ text }) => text[0]))
        const ranks = parts.filter((_, at) => shown.has(`${at}`)).map(({ rank }) => rank)
        const all = parts.map(({ rank }) => rank).sort((a, b) => a - b)
        t.deepEqual(
          ranks.sort((a, b) => a - b),
          all.slice(0, ranks.length),
        )
      },
    ),
    fcOptions(10),
  )
})

test('after rebinding the status line names the keys that hold', (t) => {
  const { keymap } = boundKeys({ interrupt: ['F9'], enter: ['F10', 'Enter'] })
  const state = { ...attached({ status: pausedStatus }), keymap }
  t.is(drawn(state, 80)[0], 'paused · F10 to resume, type to start new turn · F9 twice to leave')
})

test('while the log is broken Ctrl-C leaves, for nothing runs that could be paused', (t) => {
  const state = attached({ status: { ...running, storage: 'failed' } })
  const once = play(state, 'Ctrl-C')
  t.deepEqual(methods(once.commands), [])
  t.is(play(once.state, 'Ctrl-C').commands.at(-1)?.type, 'Quit')
})
