import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readOverlay } from '../../cli/screen/open/read-overlay.js'
import {
  logOf,
  onlyLog,
  type PodProcess,
  recordsOf,
  scripted,
  startPod,
  typesIn,
} from '../support/pod-process.js'
import { openPty, type PtyScreen } from '../support/pty-screen.js'
import { pythonSays } from '../support/python-verifier.js'
import { mainFile } from '../support/run-yoi.js'
import { put } from '../support/temp-home.js'
import { allGone, processesOf, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const hangs = [{ text: 'These words come and then nothing', hang: 'mid', after: 3 }] as const

test.serial(
  'a whole conversation: name, read, pause, resume, leave, come back, shut down',
  async (t) => {
    const world = await yoiWorld(t)
    await put(join(world.work, 'hello.txt'), 'The moon is far.\n')
    await put(join(world.yoiHome, 'config', 'manifest.toml'), '[offline]\ndelay_ms = 0\n')
    const screen = await onTerminal(t, world, 'yoi')
    await screen.shows('Name: work')
    screen.write(' 1\r')
    await screen.shows('Pod work 1')
    await screen.shows('idle · type to start')

    screen.write('Read hello.txt\r')
    await screen.shows('hello.txt says:')
    await screen.shows('idle · type to start')
    t.regex(screen.text(), /✓ Read .*hello\.txt/)
    t.regex(screen.text(), /The moon is far\./)

    screen.write('run `printf be; printf gun; sleep 1000`\r')
    await screen.shows('begun')
    screen.write('\x03')
    await screen.shows('Enter to resume, type to start new turn')
    t.deepEqual(
      recordsOf(onlyLog(world), 'ToolCallCompleted').map(({ data }) => data.outcome),
      ['ok', 'interrupted'],
    )
    screen.write('\r')
    await screen.shows('idle · type to start')
    t.is(recordsOf(onlyLog(world), 'TurnEnded').length, 2)

    leave(screen)
    t.is(await ended(screen), 0)
    isRestored(t, screen)
    const command = /Come back with: (yoi [^\r\n]+)/.exec(screen.output())?.[1] ?? ''
    t.is(command, "yoi 'work 1'")

    const again = await onTerminal(t, world, command)
    await again.shows('The moon is far.')
    await again.shows('idle · type to start')
    t.is(again.text().split('> Read hello.txt').length, 2)
    again.write('\x04')
    t.is(await ended(again), 0)
    isRestored(t, again)
    t.regex(again.output(), /Pod work 1 has shut down\./)
    t.is(typesIn(onlyLog(world)).at(-1), 'PodDetached')
    t.is(await pythonSays(onlyLog(world)), 'intact whole')
    await allGone(world)
  },
)

test.serial('the name dialog is left with Esc, and nothing was started', async (t) => {
  const world = await yoiWorld(t)
  const screen = await onTerminal(t, world, 'yoi')
  await screen.shows('Name: work')
  screen.write('\x1b')
  t.is(await ended(screen), 130)
  isRestored(t, screen)
  t.deepEqual(processesOf(world), [])
})

test.serial(
  'a second screen that comes in the middle of a reply shows what is streaming',
  async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world, { overlays: [await scripted(world, hangs)] })
    const first = await onTerminal(t, world, `yoi ${pod.pod}`)
    await first.shows('idle · type to start')
    first.write('go on\r')
    await first.shows('These words')
    const streamed = pod.client.heard.flatMap((one) =>
      one.event === 'text_delta' ? [one.data.text] : [],
    )
    const second = await onTerminal(t, world, `yoi ${pod.pod}`)
    await second.shows('> go on')
    await second.shows(streamed.join('').trim())
    await second.shows('Ctrl-C to pause')
    t.is(second.text().split('These words').length, 2)

    second.write('\x03')
    for (const screen of [first, second]) {
      await screen.shows('Enter to resume, type to start new turn')
      t.is(screen.text().split('> go on').length, 2)
    }
    first.write('\r')
    for (const screen of [first, second]) {
      await screen.shows('idle · type to start')
      t.is(screen.text().split('> go on').length, 2)
    }
    leave(second)
    t.is(await ended(second), 0)
    first.write('\x04')
    t.is(await ended(first), 0)
    t.is(recordsOf(logOf(world, pod.session), 'TurnEnded').length, 1)
    await allGone(world)
  },
)

test.serial(
  'a Pod that is killed is said, the screen does not hang, and a new one is picked up',
  async (t) => {
    const world = await yoiWorld(t)
    const named = 'pod.name = "lab"'
    const pod = await startPod(world, { overlays: [named, await scripted(world, hangs)] })
    const screen = await onTerminal(t, world, 'yoi lab')
    await screen.shows('idle · type to start')
    screen.write('go on\r')
    await screen.shows('These words')
    pod.process.kill('SIGKILL')
    await screen.shows('connection lost')
    screen.write('typed meanwhile')
    await screen.shows('> typed meanwhile')

    await startPod(world, { argv: ['--session', pod.session], overlays: [named] })
    await screen.shows('paused · Enter to start a new turn')
    t.is(screen.text().split('> go on').length, 2)
    screen.write('\x7f'.repeat('typed meanwhile'.length))
    await screen.shows('Enter to resume, type to start new turn')
    screen.write('\r')
    await screen.shows('idle · type to start')
    t.is(recordsOf(logOf(world, pod.session), 'TurnEnded').length, 1)
    leave(screen)
    t.is(await ended(screen), 0)
  },
)

test.serial('a screen whose Pod is gone for good is left like any other', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  const screen = await attachedTo(world, pod)
  pod.process.kill('SIGKILL')
  await screen.shows('connection lost')
  screen.write('kept')
  await screen.shows('> kept')
  leave(screen)
  t.is(await ended(screen), 0)
  isRestored(t, screen)
  t.regex(screen.output(), /Not sent:\r\nkept/)
  await allGone(world)
})

test.serial('a Pod that is shut down by someone else is started again with Enter', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  const screen = await attachedTo(world, pod)
  await greets(screen)
  pod.client.send({ method: 'shutdown' })
  await screen.shows('the Pod has shut down · Enter to start it again')
  await pod.process.ended
  screen.write('thanks')
  await screen.shows('> thanks')
  screen.write('\r')
  await screen.shows('idle · Enter to send')
  await screen.shows('> thanks')
  t.is(typesIn(onlyLog(world)).at(-1), 'PodDetached')
  screen.write('\r')
  await screen.shows('welcome')
  await screen.shows('idle · type to start')
  t.is(recordsOf(onlyLog(world), 'InputSubmitted').length, 2)
  screen.write('\x04')
  t.is(await ended(screen), 0)
  isRestored(t, screen)
  t.regex(screen.output(), /Pod work has shut down\./)
  await allGone(world)
})

test.serial('a Pod that was killed under its screen goes on there with one key', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  const screen = await attachedTo(world, pod)
  screen.write('run `sleep 60`\r')
  await screen.shows('sleep 60 · running')
  pod.process.kill('SIGKILL')
  await screen.shows('the Pod has died · Enter to start it again')
  t.false(screen.text().includes('--session'))
  screen.write('\r')
  await screen.shows('paused · Enter to resume')
  await screen.shows('— interrupted: the Pod had ended')
  screen.write('\r')
  await screen.shows('idle · type to start')
  await screen.shows('— interrupted: the Pod had ended')
  screen.write('\x04')
  t.is(await ended(screen), 0)
  isRestored(t, screen)
  t.is(await pythonSays(onlyLog(world)), 'intact whole')
  await allGone(world)
})

test.serial('a Pod that died before anything happened begins anew in its folder', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  const screen = await attachedTo(world, pod)
  pod.process.kill('SIGKILL')
  await screen.shows('the Pod has died')
  screen.write('\r')
  await screen.shows('idle · type to start')
  await greets(screen)
  screen.write('\x04')
  t.is(await ended(screen), 0)
  await allGone(world)
})

test.serial('a Pod that only reads is started again as one that only reads', async (t) => {
  const world = await yoiWorld(t)
  const overlays = [readOverlay(world.work)]
  const pod = await startPod(world, { overlays })
  const screen = await attachedTo(world, pod)
  await greets(screen)
  pod.process.kill('SIGKILL')
  await screen.shows('the Pod has died')
  screen.write('\r')
  await screen.shows('idle · type to start')
  screen.write('write new.txt with "x"\r')
  await screen.until(() => recordsOf(onlyLog(world), 'TurnEnded').length === 2, 'the turn ends')
  const [call] = recordsOf(onlyLog(world), 'ToolCallCompleted')
  t.is(call?.data.outcome, 'denied')
  await screen.shows('idle · type to start')
  screen.write('\x04')
  t.is(await ended(screen), 0)
  await allGone(world)
})

// Its exit, with the screen when that does not come.
const ended = async (screen: PtyScreen): Promise<number> => {
  let code: number | undefined
  void screen.exit.then(({ exitCode }) => (code = exitCode))
  await screen.until(() => code !== undefined, 'the program ends')
  return code ?? -1
}

const isRestored = (t: ExecutionContext, screen: PtyScreen): void => {
  t.false(screen.isAlternate())
  t.deepEqual(screen.modes(), { mouse: 'none', bracketedPaste: false, wrap: true })
  t.true(screen.output().lastIndexOf('\x1b[?25h') > screen.output().lastIndexOf('\x1b[?25l'))
  const settings = screen.output().match(/(?:[0-9a-f]+:){9,}[0-9a-f]+/g) ?? []
  t.is(settings.length, 2)
  t.is(settings[0], settings[1], 'stty')
}

test.serial('the mouse is left to the terminal where the manifest says so', async (t) => {
  const world = await yoiWorld(t)
  const manifest = join(world.yoiHome, 'config', 'manifest.toml')
  for (const mouse of [true, false]) {
    await put(manifest, `[tui]\nmouse = ${mouse}\n`)
    const screen = await onTerminal(t, world, 'yoi')
    await screen.shows('Name: work')
    t.is(screen.output().includes('\x1b[?1000h'), mouse)
    screen.write('\x1b')
    t.is(await ended(screen), 130)
  }
})

const attachedTo = async (world: YoiWorld, { pod }: PodProcess): Promise<PtyScreen> => {
  const screen = await onTerminal(world.t, world, `yoi ${pod}`)
  await screen.shows('idle · type to start')
  return screen
}

/** A turn of its own, to its end. */
const greets = async (screen: PtyScreen): Promise<void> => {
  screen.write('hello\r')
  await screen.shows('I am the offline model')
  await screen.shows('idle · type to start')
}

// Both presses at once: between two of them a slow machine may take more than the 3 s.
const leave = (screen: PtyScreen): void => {
  screen.write('\x03\x03')
}

// A shell line in a pseudo terminal, with `yoi` on its path.
const onTerminal = async (
  t: ExecutionContext,
  world: YoiWorld,
  line: string,
): Promise<PtyScreen> => {
  const bin = join(world.home, 'bin')
  const script = `#!/bin/sh\nexec ${process.execPath} ${mainFile} "$@"\n`
  await chmod(await put(join(bin, 'yoi'), script), 0o755)
  // What the terminal was set to, before and after.
  const watched = `stty -g; ${line}; code=$?; stty -g; exit $code`
  const screen = openPty('bash', ['-c', watched], {
    env: { ...world.env, PATH: `${bin}:${world.env['PATH']}` },
    cwd: world.work,
    columns: 100,
    rows: 40,
  })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  return screen
}
