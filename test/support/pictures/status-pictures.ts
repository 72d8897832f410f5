import type { TuiState } from '../../../cli/tui/state.js'
import { statusLines } from '../../../cli/tui/status/status-line.js'
import { replied, submitted, words } from '../events.js'
import { inputNo, recordList } from '../record-list.js'
import { attached, idle, pausedStatus, play, running, stopping } from '../tui-given.js'

const records = recordList([[submitted(1, 'x')], [replied(1, words('a'))]])

/** A state in the middle of much work, with these names. */
export const busy = (state: TuiState, pod: string, cwd: string): TuiState => ({
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

const broke = {
  type: 'Disconnected',
  reason: 'The Pod on the socket /run/p/sock takes no new client; it may be suspended.',
  atMs: 0,
} as const

/** A state of each kind, by what it is called in the pictures. */
export const statusStates: Readonly<Record<string, TuiState>> = {
  idle: attached({ records, status: idle }),
  'idle, with text': play(attached({ records, status: idle }), "'words").state,
  'idle, with text and a queue that is held': play(
    attached({ records, status: { ...idle, queue_held: true }, queue }),
    "'words",
  ).state,
  running: attached({ records, status: running }),
  'running, with text and a queue': play(attached({ records, status: running, queue }), "'words")
    .state,
  stopping: attached({ records, status: stopping }),
  paused: attached({ records, status: pausedStatus }),
  'paused, Ctrl-C pressed once': play(attached({ records, status: pausedStatus }), 'Ctrl-C').state,
  'the log is broken': attached({ records, status: { ...running, storage: 'failed' } }),
  'the connection is lost': play(attached({ records, status: running }), broke).state,
  'the Pod has died': play(attached({ records, status: running }), { ...broke, gone: true }).state,
  overview: play(attached({ records, status: idle }), 'Ctrl-O').state,
}

const places = [
  { pod: 'writer', cwd: '/home/u/work/novel' },
  { pod: '執筆ポッド', cwd: '/home/u/書類/小説の下書き' },
] as const

/** The status line of this width as text. */
export const drawnStatus = (state: TuiState, width: number): ReadonlyArray<string> =>
  statusLines({ ...state, size: { width, height: 24 } }).map((line) =>
    line.map(({ text }) => text).join(''),
  )

/** The status line of each state at these widths, with English and with Japanese names. */
export const statusPictures = (): string =>
  places
    .flatMap(({ pod, cwd }) =>
      [10, 20, 30, 40, 80, 200].flatMap((width) => [
        `## ${pod} at ${width} columns`,
        ...Object.entries(statusStates).flatMap(([name, state]) => [
          '',
          `${name}:`,
          ...drawnStatus(busy(state, pod, cwd), width).map((text) => `|${text}`),
        ]),
        '',
      ]),
    )
    .join('\n')
