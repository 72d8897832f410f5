import type { ExecutionContext } from 'ava'
import { messageStart, replies, streams } from '../support/loopback-behaviours.js'
import type { Behaviour } from '../support/loopback-model.js'
import { type LoopbackPod, loopbackPod } from '../support/loopback-pod.js'
import type { PtyScreen } from '../support/pty-screen.js'
import { screenOf } from '../support/yoi-screen.js'
import { type Measurement, msOf, type Pair } from './measurement.js'

/** Ctrl-C in a real screen until the stop is in the log of the real Pod. */
export const stopDurable: Measurement = {
  name: 'stop-log',
  measured: 'Ctrl-C in a stream, until it is durable',
  against: 'the promised 200 ms',
  unit: 'ms',
  aim: 1,
  prepare: () =>
    stopping(inText, ({ pod }, from) => async () => {
      await pod.client.waitFor('record', ({ type }) => type === 'StopRequested', from)
    }),
}

/** Until the model's server sees its stream closed. */
export const stopClosed: Measurement = {
  name: 'stop-stream',
  measured: 'Ctrl-C in a stream, until the server sees it closed',
  against: 'the promised 200 ms',
  unit: 'ms',
  aim: 1,
  prepare: () =>
    stopping(inText, ({ server }) => async () => {
      await server.requests.at(-1)?.over
    }),
}

/** Until everybody is told how the turn stands. */
export const stopEnd: Measurement = {
  name: 'stop-end',
  measured: 'Ctrl-C in a stream, until run_end',
  against: 'the promised 200 ms',
  unit: 'ms',
  aim: 1,
  prepare: () => stopping(inText, runEnd),
}

/** The same where a shell ignores TERM, and so does the child in its background. */
export const stopShell: Measurement = {
  name: 'stop-shell',
  measured: 'Ctrl-C in a shell that traps TERM, with a child, until run_end',
  against: 'the promised 4 s',
  unit: 'ms',
  aim: 1,
  prepare: () => stopping(inStubbornShell, runEnd),
}

/** What the server does, and what says that a turn has come so far; the promise in ms. */
type Place = {
  readonly behaviour: Behaviour
  readonly begun: 'text_delta' | 'tool_output_delta'
  readonly promisedMs: number
}

const inText: Place = {
  behaviour: streams([
    messageStart,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'begun' } },
  ]),
  begun: 'text_delta',
  promisedMs: 200,
}

const inStubbornShell: Place = {
  behaviour: replies([
    {
      type: 'tool_use',
      id: 'c1',
      name: 'Bash',
      input: { command: "trap '' TERM; sleep 1000 & echo begun; sleep 1000" },
    },
  ]),
  begun: 'tool_output_delta',
  promisedMs: 4_000,
}

/** What to wait for after the key, among what the client hears from index `from`. */
type Wait = (it: LoopbackPod, from: number) => () => Promise<void>

const runEnd: Wait =
  ({ pod }, from) =>
  async () => {
    await pod.client.waitFor('run_end', undefined, from)
  }

const stopping = async (place: Place, wait: Wait): Promise<Pair> => {
  const ends: Array<() => unknown> = []
  const t = { teardown: (end: () => unknown) => void ends.unshift(end) }
  // Worlds are taken down with a test; here the pair is the test.
  const it = await loopbackPod(t as unknown as ExecutionContext, [place.behaviour])
  const screen = screenOf(it)
  await screen.shows('type to start')
  return {
    ours: () => stoppedOnce({ it, screen, place }, wait),
    baseline: async () => place.promisedMs,
    close: async () => {
      for (const end of ends) await end()
    },
  }
}

type Scene = {
  readonly it: LoopbackPod
  readonly screen: PtyScreen
  readonly place: Place
}

const stoppedOnce = async ({ it, screen, place }: Scene, wait: Wait): Promise<number> => {
  const { client } = it.pod
  const from = client.heard.length
  await client.run('go on')
  await client.waitFor(place.begun, undefined, from)
  await screen.shows('Ctrl-C to pause')
  const stopped = wait(it, from)
  const tookMs = await msOf(() => {
    screen.write('\x03')
    return stopped()
  })
  await client.waitFor('status', ({ status }) => status === 'paused', from)
  await screen.shows('Enter to resume')
  return tookMs
}
