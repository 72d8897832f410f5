import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createFakePod } from '../support/fake-pod.js'
import { turnNo } from '../support/record-list.js'
import { baselineFile } from './child.js'
import { type Measurement, median } from './measurement.js'
import { type PtyProgram, startInPty } from './pty.js'

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
  prepare: async ({ folder, quick }) => {
    const socket = join(tmpdir(), `yoi-bench-${randomUUID().slice(0, 8)}`)
    const pod = createFakePod()
    await pod.listen(socket)
    const ours = startInPty([tuiFile, socket], { cwd: folder })
    const baseline = startInPty([baselineFile('raw-echo')], { cwd: folder })
    await Promise.all([ours.said('someone/project'), baseline.said('ready')])
    const keys = quick ? 10 : 25
    return {
      ours: () => echoed(ours, keys),
      baseline: () => echoed(baseline, keys),
      close: async () => {
        await Promise.all([ours.end(), baseline.end()])
        await pod.hangUp()
      },
    }
  },
}

/** The same while a reply streams at 100 tokens a second. */
export const keyEchoStreaming: Measurement = {
  ...keyEcho,
  name: 'key-echo-streaming',
  measured: 'key to its echo in the editor, p50, while 100 tokens a second stream',
  aim: 3,
  guard: 8,
  prepare: async ({ folder, quick }) => {
    const socket = join(tmpdir(), `yoi-bench-${randomUUID().slice(0, 8)}`)
    const pod = createFakePod()
    await pod.listen(socket)
    const ours = startInPty([tuiFile, socket], { cwd: folder })
    const baseline = startInPty([baselineFile('raw-echo')], { cwd: folder })
    await Promise.all([ours.said('someone/project'), baseline.said('ready')])
    pod.setStatus({ status: 'running', queue_held: false })
    const streaming = setInterval(() => pod.tell(token), tokenMs)
    const keys = quick ? 10 : 25
    return {
      ours: () => echoed(ours, keys),
      baseline: () => echoed(baseline, keys),
      close: async () => {
        clearInterval(streaming)
        await Promise.all([ours.end(), baseline.end()])
        await pod.hangUp()
      },
    }
  },
}

const tokenMs = 10
// The letter that is typed does not stand in it.
const token = {
  event: 'text_delta',
  data: { turn: turnNo(1), round: 1, block: 0, text: 'token ' },
} as const

// As a quick typist does; frames that follow each other faster wait for the next sixtieth second.
const betweenKeysMs = 30

// Each letter is taken back again, so that the line stays as it is.
const echoed = async (program: PtyProgram, keys: number): Promise<number> => {
  const figures: number[] = []
  for (let n = 0; n < keys; n += 1) {
    await pause(betweenKeysMs)
    const start = performance.now()
    await pressed(program, 'x')
    figures.push(performance.now() - start)
    await pause(betweenKeysMs)
    await pressed(program, '\x7f')
  }
  return median(figures)
}

const pressed = async (program: PtyProgram, key: string): Promise<void> => {
  let heard = program.heard()
  program.write(key)
  // What streams is heard too; the letter itself, or its going, comes with a frame of its own.
  while (key === 'x' && !(await heard).includes(key)) heard = program.heard()
  await heard
}
