import { readFileSync } from 'node:fs'
import test from 'ava'
import fc from 'fast-check'
import { lineWidth } from '../../../../cli/tui/frame.js'
import { boundKeys } from '../../../../cli/tui/keys/bound-keys.js'
import type { TuiState } from '../../../../cli/tui/state.js'
import { statusLines } from '../../../../cli/tui/status/status-line.js'
import { fitParts } from '../../../../cli/tui/status/status-parts.js'
import type { QueuedInput } from '../../../../domain/protocol/notification.js'
import type { PodStatus } from '../../../../domain/protocol/status.js'
import { anyText } from '../../../support/any-text.js'
import {
  busy,
  drawnStatus,
  statusPictures,
  statusStates,
} from '../../../support/pictures/status-pictures.js'
import { statusPicturesFile } from '../../../support/pictures/stored-pictures.js'
import { fcOptions } from '../../../support/rounds.js'
import {
  attached,
  idle,
  methods,
  pausedStatus,
  play,
  running,
  screenText,
} from '../../../support/tui-given.js'

const drawnRows = (state: TuiState, { width, rows }: { width: number; rows: number }) =>
  statusLines({ ...state, size: { width, height: 24 } }, rows).map((line) =>
    line.map(({ text }) => text).join(''),
  )

const queuedInput = (n: number): QueuedInput => ({
  id: `q${n}` as never,
  segments: [{ kind: 'text', content: `waits ${n}` }],
})

test('the status line of each state at 10 to 200 columns is the stored picture', (t) => {
  const kept = readFileSync(statusPicturesFile, 'utf8')
  t.deepEqual(
    statusPictures().split('\n'),
    kept.split('\n'),
    'when the change is meant: npm run docs, and look at what it changed',
  )
})

test('the status line fits every width, and says the state wherever it has room for it', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(statusStates)),
      fc.tuple(anyText, anyText),
      fc.integer({ min: 1, max: 300 }),
      (state, [pod, cwd], width) => {
        const lines = statusLines({ ...busy(state, pod, cwd), size: { width, height: 24 } })
        t.true(lines.length >= 1 && lines.length <= 7)
        for (const line of lines) t.true(lineWidth(line) <= width)
        const [first = []] = lines
        if (width >= 15)
          t.regex(
            first[0]?.text ?? '',
            /^(?:idle|running|stopping|paused|log|the|conn|lost|Pod|died)/,
          )
        t.not(lineWidth(first), 0)
      },
    ),
    fcOptions(20),
  )
})

test('from 20 columns and two rows on it says how to stop or leave, and what Enter does', (t) => {
  const { 'the connection is lost': lost, ...states } = statusStates
  for (const state of Object.values(states))
    for (const width of [20, 25, 30, 40, 60]) {
      const drawn = drawnRows(state, { width, rows: 2 }).join('\n')
      t.regex(drawn, /(?:\^|Ctrl-)[CX]/, drawn)
      // A broken log says by itself that it takes no input.
      const isSaid = state === states['stopping'] || (width < 25 && /^log /.test(drawn))
      if (!isSaid) t.regex(drawn, /Enter|type to|no input|refused/, drawn)
    }
  t.regex(drawnRows(lost ?? attached(), { width: 20, rows: 2 }).join('\n'), /\^C twice: leave/)
})

test('where it takes two presses to leave, no width says that one is enough', (t) => {
  for (const [name, state] of Object.entries(statusStates))
    for (const armed of [state, play(state, 'Ctrl-C').state])
      for (let width = 1; width <= 120; width += 1)
        for (const rows of [1, 2, 7]) {
          const drawn = drawnRows(armed, { width, rows }).join('\n')
          const isOnce = /(?<!\^C)(?:Ctrl-|\^)C(?: to|:)? l/.test(drawn)
          if (armed.armed === undefined) t.false(isOnce, `${name} at ${width}: ${drawn}`)
          else if (width > 60) t.true(isOnce, `${name} at ${width}: ${drawn}`)
        }
})

test('where there is no room for both, the key stays that nobody would guess', (t) => {
  const given = (name: string) => statusStates[name] ?? attached()
  const one = (name: string) => drawnRows(given(name), { width: 30, rows: 1 })[0]
  t.is(one('paused'), 'paused · Enter to resume')
  t.is(one('running, with text and a queue'), 'running · Ctrl-C to pause')
  t.is(one('idle'), 'idle · Ctrl-C twice to leave')
  t.deepEqual(drawnRows(given('running'), { width: 10, rows: 2 }), ['running', '^C pause'])
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
  t.is(
    drawnStatus(state, 80)[0],
    'paused · F10 to resume, type to start new turn · F9 twice to leave',
  )
})

test('with a queue that is held, Enter says that what is typed goes first', (t) => {
  const queue = [1, 2].map((n) => queuedInput(n))
  const line = (status: PodStatus, width: number, ...keys: ReadonlyArray<string>) =>
    drawnStatus(play(attached({ status, queue }), ...keys).state, width)[0] ?? ''
  const held = { ...idle, queue_held: true }
  t.is(line(held, 80), 'idle · Enter to run the next queued · Ctrl-C twice to leave')
  t.is(line(held, 80, "'a"), 'idle · Enter to send, ahead of 2 queued · Ctrl-C twice to leave')
  t.is(line(held, 40, "'a"), 'idle · Enter to send, ahead of 2 queued')
  t.is(
    line(pausedStatus, 80, "'a"),
    'paused · Enter to start a new turn, ahead of 2 queued · Ctrl-C twice to leave',
  )
  t.regex(line(pausedStatus, 40, "'a"), /new turn first/)
  // What is queued is shown above the editor, and that it is held.
  const shown = screenText(attached({ status: held, queue }))
  for (const n of [1, 2]) t.true(shown.includes(`queued, held: waits ${n}`))
})

test('while the log is broken Ctrl-C leaves, for nothing runs that could be paused', (t) => {
  const state = attached({ status: { ...running, storage: 'failed' } })
  const once = play(state, 'Ctrl-C')
  t.deepEqual(methods(once.commands), [])
  t.is(play(once.state, 'Ctrl-C').commands.at(-1)?.type, 'Quit')
})
