import { PassThrough } from 'node:stream'
import test, { type ExecutionContext } from 'ava'
import { runTui } from '../../../cli/tui/run-tui.js'
import type { Connection, TuiState } from '../../../cli/tui/state.js'
import type { ScreenEvents } from '../../../cli/tui/terminal/screen.js'
import { defaultSettings } from '../../../cli/tui/terminal/screen-settings.js'
import type { TuiOptions } from '../../../cli/tui/tui-options.js'

type Reached = Awaited<ReturnType<TuiOptions['connect']>>

/** Answers that are given when the test says so, to calls in their order. */
const answers = <A>() => {
  const open: Array<(answer: A) => void> = []
  const told: Array<() => void> = []
  return {
    ask: () =>
      new Promise<A>((resolve) => {
        open.push(resolve)
        for (const one of told.splice(0)) one()
      }),
    give: (answer: A) => open.shift()?.(answer),
    asked: () =>
      open.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => told.push(resolve)),
  }
}

const nothing = () => undefined

const screenOf = (events: ScreenEvents) => ({
  start: () => events.onMessage({ type: 'Resize', width: 80, height: 24 }),
  draw: nothing,
  repaint: nothing,
  title: nothing,
  ring: nothing,
  suspend: nothing,
  lend: <A>(work: () => Promise<A>) => work(),
  close: nothing,
})

/** A TUI whose connections and starts are answered by the test. */
const started = (t: ExecutionContext) => {
  const connects = answers<Reached>()
  const starts = answers<string | undefined>()
  const heard: { events?: ScreenEvents; state?: TuiState } = {}
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough() }
  const over = runTui({
    ...(terminal as never as Pick<TuiOptions, 'stdin' | 'stdout'>),
    env: {},
    newId: () => '',
    monotonicMs: () => performance.now(),
    settings: defaultSettings({}),
    pods: [],
    readPanel: async () => [],
    listFiles: async () => ({ paths: [], note: '' }),
    connect: connects.ask,
    startAgain: starts.ask,
    open: (events) => screenOf((heard.events = events)),
    told: (state) => void (heard.state = state),
  })
  t.teardown(async () => {
    heard.events?.onHangUp()
    await over
  })
  const enter = () =>
    heard.events?.onMessage({ type: 'Key', name: 'Enter', atMs: performance.now(), id: 'k' })
  const tag = (): Connection['tag'] | undefined => heard.state?.connection.tag
  return { connects, starts, enter, tag }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a try to reach the Pod from before it is started again does not end the start', async (t) => {
  const { connects, starts, enter, tag } = started(t)
  connects.give('gone')
  await connects.asked()
  t.is(tag(), 'ended')
  enter()
  await starts.asked()
  connects.give('gone')
  await settled()
  t.is(tag(), 'starting')
})

test('a Pod that was started again and never answers leaves the key that starts it', async (t) => {
  const { connects, starts, enter, tag } = started(t)
  connects.give('gone')
  await connects.asked()
  enter()
  connects.give('gone')
  await settled()
  starts.give(undefined)
  for (let tries = 0; tries < 4; tries += 1) {
    await connects.asked()
    connects.give('gone')
  }
  await settled()
  t.is(tag(), 'ended')
  enter()
  t.is(tag(), 'starting')
})
