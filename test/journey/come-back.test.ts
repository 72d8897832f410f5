import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { smallSizes, writeSampleLog } from '../bench/sample-logs.js'
import { logOf, onlyLog, recordsOf, startPod } from '../support/pod-process.js'
import { openPty, type PtyScreen } from '../support/pty-screen.js'
import { mainFile } from '../support/run-yoi.js'
import { allGone, runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const opened = (t: ExecutionContext, world: YoiWorld, argv: ReadonlyArray<string>): PtyScreen => {
  const screen = openPty(process.execPath, [mainFile, ...argv], {
    env: world.env,
    cwd: world.work,
  })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  return screen
}

/** A world in which one session was used and its Pod has ended. */
const usedWorld = async (t: ExecutionContext): Promise<YoiWorld> => {
  const world = await yoiWorld(t)
  const { code, stderr } = await runYoiIn(world, ['run', 'hello'])
  t.is(code, 0, stderr)
  return world
}

const sessionOf = (world: YoiWorld): string => onlyLog(world).slice(-41, -6)

test.serial(
  'a session is picked, named, shown with its history and carried on in its own log',
  async (t) => {
    const world = await usedWorld(t)
    const before = readFileSync(onlyLog(world))
    const screen = opened(t, world, ['-r'])
    await screen.shows('Resume a session')
    await screen.shows('hello → ')
    screen.write('\r')
    await screen.shows('Resume Pod')
    screen.write('\r')
    await screen.shows('> hello')
    await screen.shows('idle · type to start')
    t.deepEqual(readFileSync(onlyLog(world)), before)
    screen.write('thanks\r')
    await screen.shows('You are welcome.')
    await screen.shows('idle · type to start')
    screen.write('\x04')
    t.is((await screen.exit).exitCode, 0)
    t.is(recordsOf(onlyLog(world), 'InputSubmitted').length, 2)
    t.deepEqual(readFileSync(onlyLog(world)).subarray(0, before.length), before)
    await allGone(world)
  },
)

test.serial(
  'yoi --session goes to the name dialog, and yoi -c straight to the session',
  async (t) => {
    const world = await usedWorld(t)
    const named = opened(t, world, ['--session', sessionOf(world)])
    await named.shows('Resume Pod')
    named.write('\x1b')
    t.is((await named.exit).exitCode, 130)
    const carried = opened(t, world, ['-c'])
    await carried.shows('> hello')
    await carried.shows('idle · type to start')
    carried.write('\x04')
    t.is((await carried.exit).exitCode, 0)
    await allGone(world)
  },
)

test.serial(
  'a live session is refused by -r and --session, naming its Pod, and attached to by -c',
  async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world, { overlays: ['pod.name = "lab"'] })
    await pod.client.run('hello')
    await pod.client.waitFor('status', ({ status }) => status === 'idle')
    const session = logOf(world, pod.session).slice(-41, -6)
    for (const argv of [['-r'], ['--session', session]]) {
      const screen = opened(t, world, argv)
      if (argv[0] === '-r') {
        await screen.shows('live in lab')
        screen.write('\r')
      }
      t.is((await screen.exit).exitCode, 1)
      t.regex(screen.output(), /open in Pod lab .*yoi lab/s)
    }
    const attached = opened(t, world, ['-c'])
    await attached.shows('Pod lab')
    await attached.shows('> hello')
  },
)

test.serial(
  'a folder in which a Pod writes is offered: attach, or start one that only reads',
  async (t) => {
    const world = await yoiWorld(t)
    await startPod(world, { overlays: ['pod.name = "lab"'] })
    const leaving = opened(t, world, [])
    await leaving.shows('Pod lab works in this folder')
    leaving.write('\x1b')
    t.is((await leaving.exit).exitCode, 130)
    const reading = opened(t, world, [])
    await reading.shows('Pod lab works in this folder')
    reading.write('r')
    await reading.shows('New Pod, which only reads')
    reading.write('\r')
    await reading.shows('scope: read ')
    reading.write('\x04')
    t.is((await reading.exit).exitCode, 0)
    const attached = opened(t, world, [])
    await attached.shows('Pod lab works in this folder')
    attached.write('\r')
    await attached.shows('yoi · Pod lab')
  },
)

test.serial(
  'a damaged session shows its end while it is checked, is refused, and is left as it was',
  async (t) => {
    const world = await yoiWorld(t)
    const sessions = join(world.yoiHome, 'data', 'sessions')
    await mkdir(sessions, { recursive: true })
    const sample = { bytes: 700_000, sizes: smallSizes, seed: 1, lastWords: 'the very last words' }
    const path = await writeSampleLog(sessions, { ...sample, cwd: world.work })
    const bytes = readFileSync(path)
    await writeFile(path, bytes.fill('X', 500, 501))
    const screen = opened(t, world, ['-c'])
    t.is((await screen.exit).exitCode, 1)
    const [shown, refusal] = screen.output().split('\x1b[?1049l').slice(-2)
    t.regex(shown ?? '', /the very last words/)
    t.regex(refusal ?? '', /line 2, byte \d+: /)
    t.deepEqual(readFileSync(path), bytes)
    await allGone(world)
  },
)

test.serial('without a session yoi -r names the way to a new Pod', async (t) => {
  const world = await yoiWorld(t)
  const screen = opened(t, world, ['-r'])
  t.is((await screen.exit).exitCode, 1)
  t.regex(screen.output(), /There are no sessions yet; yoi alone starts a new Pod\./)
})
