import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../../support/eventually.js'
import { loopbackPod } from '../../support/loopback-pod.js'
import { modesLeft } from '../../support/modes-left.js'
import { openPty, type PtyScreen } from '../../support/pty-screen.js'
import { recordList } from '../../support/record-list.js'
import { mainFile } from '../../support/run-yoi.js'
import { tempHome } from '../../support/temp-home.js'
import { type Journey, startJourney } from '../../support/tui-journey.js'
import { screenOf } from '../../support/yoi-screen.js'

// The terminal is what it was, however the screen ends: `stty -a`, the modes, what is printed.

const childOf = async (pid: number): Promise<number> => {
  const children = async () =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  await eventually(async () => ((await children())[0] ?? '') !== '')
  return Number((await children())[0])
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What `stty -a` said before the screen was taken and after it was given back. */
const sttyOf = (output: string) => {
  // A Ctrl-C that comes too late for the screen is echoed anywhere.
  const said = output.replaceAll('^C', '')
  return {
    before: (said.split('\x1b[?1049h')[0] ?? '').trim(),
    after: said.slice(said.lastIndexOf('speed')).trim(),
  }
}

const isAsBefore = async (t: ExecutionContext, screen: PtyScreen): Promise<void> => {
  await screen.exit
  await screen.until(() => screen.output().split('speed').length === 3, 'stty has spoken twice')
  const { before, after } = sttyOf(screen.output())
  t.true(before.includes('speed'))
  t.is(after, before)
  t.deepEqual(modesLeft(screen.output()), [])
  t.false(screen.isAlternate())
  t.like(screen.modes(), { mouse: 'none', bracketedPaste: false, wrap: true })
}

const yoi = `"${process.execPath}" "${mainFile}"`

type Way = {
  readonly title: string
  readonly env?: Readonly<Record<string, string>>
  readonly end: (journey: Journey, child: number) => unknown
}

const signalled =
  (signal: NodeJS.Signals, times = 1): Way['end'] =>
  (_journey, child) => {
    for (let n = 0; n < times && isAlive(child); n += 1) process.kill(child, signal)
  }

// What was queued is no list, as no Pod sends it: drawing it throws.
const [unreadable] = recordList([
  [{ type: 'InputQueued', data: { input: 'x', segments: 7 } } as never],
]).map((data) => ({ event: 'record', data }))

const ways: ReadonlyArray<Way> = [
  { title: 'it is left', end: ({ screen }) => screen.write('\x03\x03') },
  { title: 'it throws', env: { FAULT: 'throw' }, end: ({ screen }) => screen.write('x') },
  { title: 'a promise rejects', env: { FAULT: 'reject' }, end: ({ screen }) => screen.write('x') },
  { title: 'drawing throws', end: ({ pod }) => pod.tell(unreadable as never) },
  { title: 'SIGQUIT comes', end: signalled('SIGQUIT') },
  { title: 'SIGTERM comes', end: signalled('SIGTERM') },
  { title: 'SIGHUP comes', end: signalled('SIGHUP') },
  { title: 'SIGINT comes again and again', end: signalled('SIGINT', 20) },
  {
    title: 'the Pod is gone and it is left',
    end: async ({ pod, screen }) => {
      await pod.hangUp()
      await screen.shows('connection lost')
      screen.write('\x03\x03')
    },
  },
  {
    title: 'it is left in the middle of a search',
    end: async ({ pod, screen }) => {
      const text = 'a line\n'.repeat(60)
      pod.append({ type: 'NoteAdded', data: { turn: pod.session as never, kind: 'test', text } })
      await screen.until(() => screen.text().split('a line').length > 9, 'the note is there')
      screen.write('\x1b[5~/line')
      await screen.shows('Up/Down to move')
      screen.write('\x03\x03')
    },
  },
]

for (const { title, env = {}, end } of ways)
  test.serial(`stty and the modes are as before when ${title}`, async (t) => {
    const journey = await startJourney(t, { around: 'stty -a', env })
    await journey.screen.shows('type to start')
    await end(journey, await childOf(journey.screen.pid))
    await isAsBefore(t, journey.screen)
  })

test.serial('stty and the modes are as before after kill -9 of a real Pod', async (t) => {
  const { world, pod } = await loopbackPod(t, [])
  const screen = openPty('/bin/sh', ['-c', `stty -a; ${yoi} ${pod.pod}; stty -a`], {
    cwd: world.work,
    env: world.env,
  })
  t.teardown(() => screen.kill('SIGKILL'))
  await screen.shows('type to start')
  pod.process.kill('SIGKILL')
  await pod.process.ended
  await screen.shows('the Pod has died')
  screen.write('\x03\x03')
  await isAsBefore(t, screen)
  t.true(screen.text().includes('has died. Nothing happened in it'))
})

test.serial(
  'who goes on pressing Ctrl-C is told the way back, on the terminal as it was',
  async (t) => {
    const { world, pod } = await loopbackPod(t, [])
    const screen = openPty(
      '/bin/sh',
      ['-c', `trap : INT; stty -a; ${yoi} ${pod.pod}; (trap '' INT; stty -a)`],
      { cwd: world.work, env: world.env },
    )
    t.teardown(() => screen.kill('SIGKILL'))
    await screen.shows('type to start')
    const wayBack = `Come back with: yoi ${pod.pod}`
    const over = { is: false }
    void screen.exit.then(() => (over.is = true))
    while (!over.is && !screen.output().includes(wayBack)) {
      screen.write('\x03')
      await wait(3)
    }
    await isAsBefore(t, screen)
    t.true(screen.output().includes(wayBack))
    t.true(isAlive(pod.process.pid))
  },
)

test.serial(
  'Ctrl-Z gives the shell its terminal, and fg the screen again, at the size of now',
  async (t) => {
    const folder = await tempHome(t)
    const journey = await startJourney(t)
    const program = `"${process.execPath}" "${tuiFile}" "${journey.socket}"`
    const shell = openPty('/bin/bash', ['--norc', '--noprofile', '-i'], { env: { PS1: '$ ' } })
    t.teardown(() => shell.kill('SIGKILL'))
    const stty = async (name: string): Promise<string> => {
      const file = join(folder, name)
      shell.write(`stty -a > "${file}"; echo; echo DONE-${name}\r`)
      await shell.until(() => shell.output().includes(`\nDONE-${name}`), `stty ${name}`)
      return readFile(file, 'utf8')
    }
    const before = await stty('before')
    shell.write(`${program}\r`)
    await shell.shows('type to start')
    shell.write('kept words\x1a')
    await shell.until(() => /Stopped/.test(shell.output()), 'the shell says that it has stopped')
    t.is(await stty('stopped'), before)
    t.deepEqual(modesLeft(shell.output().replaceAll('\x1b[?2004h', '')), [])
    shell.resize(46, 12)
    shell.write('fg\r')
    await shell.shows('> kept words')
    t.true(shell.isAlternate())
    await shell.until(() => shell.lines().includes('─'.repeat(46)), 'the line above the editor')
    t.regex(shell.lines().at(-1) ?? '', /\S/, 'the last row is in use')
    shell.write('\x15\x03\x03')
    // Until then what is typed may still go to the one that ends.
    await shell.until(() => /OUTCOME left[^]*\$ $/.test(shell.output()), 'the prompt is back')
    shell.resize(80, 24)
    t.is(await stty('left'), before)
  },
)

const tuiFile = new URL('../../support/fixtures/tui-main.js', import.meta.url).pathname

test.serial('when the terminal is gone the screen ends and the Pod stays', async (t) => {
  const it = await loopbackPod(t, [])
  const screen = screenOf(it)
  await screen.shows('type to start')
  screen.hangUp()
  await eventually(() => !isAlive(screen.pid))
  t.true(isAlive(it.pod.process.pid))
  const answer = await it.pod.client.ask({
    method: 'notify',
    message: 'x',
    autoRun: false,
  } as never)
  t.truthy(answer)
})
