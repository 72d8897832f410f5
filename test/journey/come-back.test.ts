import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { smallSizes, writeSampleLog } from '../bench/sample-logs.js'
import { isLeft } from '../support/is-left.js'
import {
  logOf,
  onlyLog,
  onlySession,
  recordsOf,
  scripted,
  startPod,
  typesIn,
} from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { someSession } from '../support/story.js'
import { put } from '../support/temp-home.js'
import { allGone, runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'
import { putSession, yoiScreen } from '../support/yoi-screen.js'

// The conditions of coming back, each by name, with the real program.

/** A world in which one session was used and its Pod has ended. */
const usedWorld = async (t: ExecutionContext): Promise<YoiWorld> => {
  const world = await yoiWorld(t)
  const { code, stderr } = await runYoiIn(world, ['run', 'hello'])
  t.is(code, 0, stderr)
  return world
}

test.serial(
  'yoi pod --session goes on in the same file, named by the overlay: no fork, no other session',
  async (t) => {
    const world = await usedWorld(t)
    const before = readFileSync(onlyLog(world))
    const session = onlySession(world)
    const argv = ['--session', session]
    const pod = await startPod(world, { argv, overlays: ['pod.name = "again"'] })
    t.deepEqual([pod.pod, pod.session], ['again', session])
    await pod.client.run('thanks')
    t.is((await pod.client.waitFor('run_end')).data.result, 'finished')
    pod.client.send({ method: 'shutdown' })
    await pod.process.ended
    t.deepEqual(readFileSync(onlyLog(world)).subarray(0, before.length), before)
    t.is(recordsOf(onlyLog(world), 'SessionStarted').length, 1)
    t.is(recordsOf(onlyLog(world), 'InputSubmitted').length, 2)
    t.is(await pythonSays(onlyLog(world)), 'intact whole')
  },
)

test.serial(
  'a restored Pod gives the history at once: snapshot, get_history, history.json, status.json',
  async (t) => {
    const world = await usedWorld(t)
    const { client, session } = await startPod(world, { argv: ['--session', onlySession(world)] })
    const { items, status } = (await client.waitFor('snapshot')).data
    t.is(status, 'idle')
    t.regex(JSON.stringify(items), /hello.*Ask me to read/)
    await client.ask({ method: 'get_history' })
    t.deepEqual((await client.waitFor('history')).data.items, items)
    const folder = join(world.yoiHome, 'data', 'projections', session)
    const file = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
    t.deepEqual(file('history.json').items, items)
    t.is(file('status.json').status, 'idle')
  },
)

test.serial('scope.lock records the session of each live Pod, restored or new', async (t) => {
  const world = await usedWorld(t)
  const session = onlySession(world)
  const pod = await startPod(world, {
    argv: ['--session', session],
    overlays: ['pod.name = "lab"'],
  })
  const other = join(world.home, 'other')
  await put(join(other, 'file'), '')
  const beside = await startPod(world, { argv: ['--cwd', other] })
  const lock = readFileSync(join(world.yoiHome, 'data', 'scope.lock'), 'utf8')
  t.is(pod.session, session)
  const { pods } = JSON.parse(lock) as { pods: ReadonlyArray<{ pod: string; session: string }> }
  t.deepEqual(
    pods.map(({ pod: name, session }) => [name, session]),
    [
      ['lab', session],
      [beside.pod, beside.session],
    ],
  )
})

test.serial(
  'a session is picked, named, shown with its history and carried on in its own log',
  async (t) => {
    const world = await usedWorld(t)
    const before = readFileSync(onlyLog(world))
    const screen = yoiScreen(world, ['-r'])
    await screen.shows('Resume a session')
    await screen.shows('hello → ')
    screen.write('\r')
    await screen.shows(`Resume Pod / session: ${onlySession(world).slice(0, 13)}`)
    await screen.shows('Name: work')
    screen.write('\r')
    await screen.shows('> hello')
    await screen.shows('idle · type to start')
    t.deepEqual(readFileSync(onlyLog(world)), before)
    screen.write('thanks\r')
    await screen.shows('You are welcome.')
    await screen.shows('idle · type to start')
    screen.write('\x04')
    await isLeft(t, screen, 0)
    t.is(recordsOf(onlyLog(world), 'InputSubmitted').length, 2)
    t.deepEqual(readFileSync(onlyLog(world)).subarray(0, before.length), before)
    await allGone(world)
  },
)

test.serial(
  'yoi -r and --resume list the ten sessions last used; the last one resumes',
  async (t) => {
    const world = await yoiWorld(t)
    for (let n = 1; n <= 12; n += 1)
      await putSession(world, n, { cwd: world.work, question: `question ${n}.`, answer: 'yes' })
    for (const word of ['-r', '--resume']) {
      const screen = yoiScreen(world, [word])
      await screen.shows('Resume a session  1 of 10')
      const shown = [...screen.text().matchAll(/question (\d+)\./g)].map(([, n]) => Number(n))
      t.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      screen.write('\x1b[B'.repeat(12))
      await screen.shows('10 of 10')
      screen.write('\r')
      await screen.shows('Resume Pod / session: ')
      screen.write(word === '-r' ? '\x1b' : '\x15lab 2\r')
      if (word === '-r') await isLeft(t, screen, 130)
      else await screen.shows('> question 10.').then(() => screen.shows('idle'))
    }
    const { stdout } = await runYoiIn(world, ['pods', '--json'])
    const [pod] = JSON.parse(stdout)
    t.deepEqual([pod.pod, pod.session], ['lab 2', someSession(10)])
  },
)

test.serial(
  'yoi alone asks for the name of a new Pod, also where there are sessions',
  async (t) => {
    const world = await usedWorld(t)
    const screen = yoiScreen(world, [])
    await screen.shows('New Pod')
    t.false(screen.text().includes('Resume'))
    screen.write('\x03')
    await isLeft(t, screen, 130)
  },
)

test.serial(
  'yoi --session goes to the name dialog, and yoi -c straight to the session',
  async (t) => {
    const world = await usedWorld(t)
    const named = yoiScreen(world, ['--session', onlySession(world)])
    await named.shows('Resume Pod')
    t.false(named.output().includes('Resume a session'))
    named.write('\x1b')
    await isLeft(t, named, 130)
    const carried = yoiScreen(world, ['-c'])
    await carried.shows('> hello')
    await carried.shows('idle · type to start')
    carried.write('\x04')
    await isLeft(t, carried, 0)
    await allGone(world)
  },
)

test.serial(
  'an interrupted session rests when it is picked, and an empty Enter carries its turn on',
  async (t) => {
    const world = await yoiWorld(t)
    const hangs = [{ text: 'These words come and then nothing', hang: 'mid', after: 3 }] as const
    const pod = await startPod(world, { overlays: [await scripted(world, hangs)] })
    await pod.client.run('hello')
    await pod.client.waitFor('text_delta')
    pod.process.kill('SIGKILL')
    await pod.process.ended
    const log = logOf(world, pod.session)
    const before = readFileSync(log)
    const screen = yoiScreen(world, ['-r'])
    await screen.shows('Resume a session')
    screen.write('\r')
    await screen.shows('Resume Pod')
    screen.write('\r')
    await screen.shows('Enter to resume, type to start new turn')
    t.true(screen.text().includes('> hello'))
    t.deepEqual(readFileSync(log), before, 'coming back is not the method resume')
    screen.write('\r')
    await screen.shows('idle · type to start')
    t.deepEqual(
      typesIn(log).filter((type) => type.startsWith('Turn')),
      ['TurnPaused', 'TurnResumed', 'TurnEnded'],
    )
    t.is(recordsOf(log, 'InputSubmitted').length, 1)
  },
)

test.serial(
  'a live session is refused by -r and --session, naming its Pod, and attached to by -c',
  async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world, { overlays: ['pod.name = "my lab"'] })
    await pod.client.run('hello')
    await pod.client.waitFor('status', ({ status }) => status === 'idle')
    const session = pod.session
    for (const argv of [['-r'], ['--session', session]]) {
      const screen = yoiScreen(world, argv, { columns: 200 })
      if (argv[0] === '-r') {
        await screen.shows('live in my lab')
        screen.write('\r')
      }
      await isLeft(t, screen, 1)
      const said = [`Session ${session} is open in Pod my lab`, pod.socket, "yoi 'my lab'"]
      for (const part of said) t.true(screen.output().includes(part), part)
      t.false(screen.output().includes('Resume Pod'), 'no name was asked for')
    }
    const attached = yoiScreen(world, ['-c'])
    await attached.shows('Pod my lab')
    await attached.shows('> hello')
  },
)

test.serial(
  'a damaged session stands in the list with its reason, cannot be picked, and hides no other',
  async (t) => {
    const world = await yoiWorld(t)
    const path = await putSession(world, 1, { cwd: world.work, question: 'one', answer: 'yes' })
    await putSession(world, 2, { cwd: world.work, question: 'two', answer: 'yes' })
    await writeFile(path, readFileSync(path, 'utf8').replace('"text":"yes"', '"text":"no!"'))
    const screen = yoiScreen(world, ['-r'])
    await screen.shows('two → yes')
    // The damaged one is the last written, so it stands first.
    screen.write('\r')
    await screen.shows('It cannot be picked: yoi verify')
    t.regex(screen.text(), /Cannot be resumed: line 4, byte \d+/)
    screen.write('\x1b[B\r')
    await screen.shows('Resume Pod')
    screen.write('\x1b')
    await isLeft(t, screen, 130)
    const named = yoiScreen(world, ['--session', someSession(1)], { columns: 200 })
    await isLeft(t, named, 1)
    t.regex(named.output(), /cannot be (?:resumed|continued)/i)
  },
)

test.serial(
  'a folder in which a Pod writes is offered: attach, or start one that only reads',
  async (t) => {
    const world = await yoiWorld(t)
    await startPod(world, { overlays: ['pod.name = "lab"'] })
    const leaving = yoiScreen(world, [])
    await leaving.shows('Pod lab works in this folder')
    leaving.write('\x1b')
    await isLeft(t, leaving, 130)
    const reading = yoiScreen(world, [])
    await reading.shows('Pod lab works in this folder')
    reading.write('r')
    await reading.shows('New Pod, which only reads')
    reading.write('\r')
    await reading.shows('scope: read ')
    reading.write('\x04')
    await isLeft(t, reading, 0)
    const attached = yoiScreen(world, [])
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
    // In the middle, where no list looks.
    const at = bytes.indexOf('the', bytes.length / 2)
    await writeFile(path, bytes.fill('X', at, at + 1))
    const screen = yoiScreen(world, ['-c'])
    t.is((await screen.exit).exitCode, 1)
    const [shown, refusal] = screen.output().split('\x1b[?1049l').slice(-2)
    t.regex(shown ?? '', /the very last words/)
    t.regex(refusal ?? '', /line \d+, byte \d+: /)
    const said = (refusal ?? '').replace(/\r\n/g, '')
    t.regex(said, /yoi fork \S+ --at \d+ begins a new session/)
    t.regex(said, /To go on with another session: yoi -r/)
    t.deepEqual(readFileSync(path), bytes)
    await allGone(world)
  },
)

test.serial('the folder of a session that is resumed is offered as well', async (t) => {
  const world = await usedWorld(t)
  const session = onlySession(world)
  await startPod(world, { overlays: ['pod.name = "lab"'] })
  const leaving = yoiScreen(world, ['-c'])
  await leaving.shows('Pod lab works in this folder')
  leaving.write('\x1b')
  await isLeft(t, leaving, 130)
  const reading = yoiScreen(world, ['--session', session])
  await reading.shows('r to resume it in a Pod that only reads')
  reading.write('r')
  await reading.shows('Resume Pod / session: ')
  reading.write('\r')
  await reading.shows('> hello')
  await reading.shows('never write /')
})

test.serial('when the Pod cannot start, its sentence is shown and yoi ends', async (t) => {
  const world = await usedWorld(t)
  await put(join(world.yoiHome, 'run', 'broken'), 'a file where a folder belongs')
  const screen = yoiScreen(world, ['--session', onlySession(world)], { columns: 200 })
  await screen.shows('Resume Pod')
  screen.write('\x15broken\r')
  await isLeft(t, screen, 1)
  t.regex(screen.output(), /yoi: The folder \S+broken for the Pod's socket cannot be made/)
  t.deepEqual((await runYoiIn(world, ['pods', '--json'])).stdout, '[]\n')
})

test.serial('without a session yoi -r names the way to a new Pod', async (t) => {
  const world = await yoiWorld(t)
  const screen = yoiScreen(world, ['-r'])
  await isLeft(t, screen, 1)
  t.regex(screen.output(), /There are no sessions yet; yoi alone starts a new Pod\./)
})

test.serial('a log in which nothing was ever finished is refused and left as it is', async (t) => {
  const world = await yoiWorld(t)
  const path = join(world.yoiHome, 'data', 'sessions', `${someSession(1)}.jsonl`)
  for (const content of ['', '{"prev":"0123']) {
    await put(path, content)
    const { code, stderr } = await runYoiIn(world, ['run', 'hi', '--session', someSession(1)])
    t.is(code, 1)
    t.regex(stderr, /Nothing in .* was ever finished.*begin a new one with yoi\.\n$/)
    t.is(readFileSync(path, 'utf8'), content)
  }
})

test.serial('-r with --session is a usage error', async (t) => {
  const world = await yoiWorld(t)
  for (const argv of [['-r'], ['--resume']]) {
    const { code, stderr } = await runYoiIn(world, [...argv, '--session', 'x'])
    t.is(code, 2)
    t.regex(stderr, /^yoi: Only one of <pod>, -c, -r and --session fits\./)
  }
})

test.serial(
  'what names no session, or more than one, is refused before a name is asked',
  async (t) => {
    const world = await yoiWorld(t)
    for (const n of [1, 2])
      await putSession(world, n, { cwd: world.work, question: 'one', answer: 'yes' })
    await put(join(world.yoiHome, 'data', 'sessions', `${someSession(3)}.jsonl`), 'not a log\n')
    const cases: ReadonlyArray<readonly [name: string, said: RegExp, code: number]> = [
      ['nope', /No session in .* is named "nope"; .yoi sessions. lists them/, 1],
      ['0192', /"0192" could be any of .*000001.*; give a longer part of the id/, 1],
      ['', /--session needs a value, and here it is empty\./, 2],
      [someSession(3), /cannot be (?:resumed|continued)|is not a log of yoi/, 1],
    ]
    for (const [name, said, code] of cases) {
      const pod = await runYoiIn(world, ['pod', `--session=${name}`])
      t.is(pod.code, code, name)
      t.is(pod.stdout, '', name)
      t.regex(pod.stderr, name === someSession(3) ? /line 1, byte 0/ : said, name)
      const screen = yoiScreen(world, [`--session=${name}`], { columns: 300 })
      await isLeft(t, screen, code)
      t.regex(screen.output().replace(/\r\n/g, ''), said, name)
      t.false(screen.output().includes('Resume Pod'), name)
    }
    t.is(readdirSync(join(world.yoiHome, 'data', 'sessions')).length, 3)
  },
)
