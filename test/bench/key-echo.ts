import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Notification } from '../../domain/protocol/notification.js'
import { createFakePod, type FakePod } from '../support/fake-pod.js'
import { turnNo } from '../support/record-list.js'
import { baselineFile, ended, startYoi } from './child.js'
import { type Bench, type Measurement, median, type Pair } from './measurement.js'
import { type PtyProgram, startInPty } from './pty.js'
import { mixedSizes, writeSampleLog } from './sample-logs.js'

const tuiFile = fileURLToPath(new URL('../support/fixtures/tui-main.js', import.meta.url))

/** From a key to the bytes that show it, in the screen of an idle Pod. */
export const keyEcho: Measurement = {
  name: 'key-echo',
  goal: 'P14',
  measured: 'key to its echo in the editor, p50, idle',
  against: 'the same in a node that echoes in raw mode',
  unit: 'ms',
  aim: 1.5,
  guard: 3,
  prepare: (bench) => echoing(bench, async () => undefined),
}

/** The same while a reply streams at 100 tokens a second. */
export const keyEchoStreaming: Measurement = {
  ...keyEcho,
  name: 'key-echo-streaming',
  measured: 'key to its echo in the editor, p50, while 100 tokens a second stream',
  aim: 3,
  guard: 8,
  prepare: (bench) => echoing(bench, streaming),
}

/** The same while tokens stream and another process checks a log, again and again. */
export const keyEchoAudit: Measurement = {
  ...keyEchoStreaming,
  name: 'key-echo-audit',
  measured: 'key to its echo, p50, while 100 tokens a second stream and yoi verify runs',
  prepare: (bench) => echoing(bench, streamingAndVerifying),
}

/** What a person notices: the key that waited longest. */
export const keyEchoSlowest: Measurement = {
  ...keyEchoStreaming,
  name: 'key-echo-slowest',
  measured: 'the slowest echo of 25 keys (quick: 10) while tokens stream and yoi verify runs',
  against: 'the allowed 16 ms',
  aim: 1,
  guard: 4,
  prepare: async (bench) => ({
    ...(await echoing(bench, streamingAndVerifying, (figures) => Math.max(...figures))),
    baseline: async () => 16,
  }),
}

/** What goes on beside the keys; gives what ends it. */
type Load = (pod: FakePod, bench: Bench) => Promise<(() => Promise<void>) | undefined>

const echoing = async (bench: Bench, load: Load, figureOf = median): Promise<Pair> => {
  const { folder, quick } = bench
  const socket = join(tmpdir(), `yoi-bench-${randomUUID().slice(0, 8)}`)
  const pod = createFakePod()
  await pod.listen(socket)
  const ours = startInPty([tuiFile, socket], { cwd: folder })
  const baseline = startInPty([baselineFile('raw-echo')], { cwd: folder })
  await Promise.all([ours.said('someone/project'), baseline.said('ready')])
  const unload = await load(pod, bench)
  const keys = quick ? 10 : 25
  return {
    ours: async () => figureOf(await echoed(ours, keys)),
    baseline: async () => figureOf(await echoed(baseline, keys)),
    close: async () => {
      await unload?.()
      await Promise.all([ours.end(), baseline.end()])
      await pod.hangUp()
    },
  }
}

const streaming: Load = async (pod) => {
  pod.setStatus({ status: 'running', queue_held: false })
  let sent = 0
  const stream = setInterval(() => pod.tell(token(sent++)), tokenMs)
  return async () => clearInterval(stream)
}

const streamingAndVerifying: Load = async (pod, bench) => {
  const { folder, logBytes } = bench
  const sessions = join(folder, 'yoi', 'data', 'sessions')
  await mkdir(sessions, { recursive: true })
  await writeSampleLog(sessions, { bytes: logBytes, sizes: mixedSizes, seed: 1 })
  const endStream = await streaming(pod, bench)
  const endChecks = verifyingOn(folder)
  return async () => {
    await endChecks()
    await endStream?.()
  }
}

// One check begins as soon as the one before is over, until it is told to end.
const verifyingOn = (home: string): (() => Promise<void>) => {
  let current: ChildProcess | undefined
  let isOver = false
  const checks = (async () => {
    while (!isOver) {
      current = startYoi(['verify', '--all'], home)
      await once(current, 'close')
    }
  })()
  return async () => {
    isOver = true
    if (current !== undefined) await ended(current)
    await checks
  }
}

const tokenMs = 10
const tokensPerBlock = 500

// The letter that is typed does not stand in it. Blocks end, as those of a model do.
const token = (n: number): Notification => ({
  event: 'text_delta',
  data: { turn: turnNo(1), round: 1, block: Math.floor(n / tokensPerBlock), text: 'token ' },
})

// As a quick typist does; frames that follow each other faster wait for the next sixtieth second.
const betweenKeysMs = 30

// Each letter is taken back again, so that the line stays as it is.
const echoed = async (program: PtyProgram, keys: number): Promise<ReadonlyArray<number>> => {
  const figures: number[] = []
  for (let n = 0; n < keys; n += 1) {
    await pause(betweenKeysMs)
    const start = performance.now()
    await pressed(program, 'x')
    figures.push(performance.now() - start)
    await pause(betweenKeysMs)
    await pressed(program, '\x7f')
  }
  return figures
}

const pressed = async (program: PtyProgram, key: string): Promise<void> => {
  let heard = program.heard()
  program.write(key)
  // What streams is heard too; the letter itself, or its going, comes with a frame of its own.
  while (key === 'x' && !(await heard).includes(key)) heard = program.heard()
  await heard
}
