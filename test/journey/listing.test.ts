import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { SessionRow } from '../../projections/session-row.js'
import { logText, namedTurn, putHugeLog, putLog, putMany } from '../support/many-sessions.js'
import { openPty } from '../support/pty-screen.js'
import { mainFile } from '../support/run-yoi.js'
import { someSession, started } from '../support/story.js'
import { runYoiIn, startYoi, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const smallHeap = { NODE_OPTIONS: '--max-old-space-size=128' }

/** What the sessions used last are, from the very last, and what a list says of each. */
const newest = (world: YoiWorld, folder: string) => {
  const { work } = world
  const whole = (n: number) => logText(namedTurn(n, work))
  const newer = (n: number) => {
    const event = started(someSession(n), work) as { data: object }
    return logText([[{ ...event, data: { ...event.data, format: 2 } } as never]])
  }
  const text = (content: (n: number) => string | Uint8Array) => (n: number) =>
    void putLog(folder, n, content(n))
  return [
    {
      put: (n: number) => putHugeLog(folder, n, work),
      preview: 'further question → further answer',
    },
    { put: text((n) => `${whole(n)}{"prev":"00`), preview: /^question \d+ → answer \d+$/ },
    { put: text(() => new Uint8Array(300_000).fill(0xff)), problem: /^this is not a log of yoi/ },
    { put: text(() => 'hello\nworld\n'), problem: /^this is not a log of yoi/ },
    { put: text(() => whole(1)), problem: /^this is the log of session 0192aaaa-.*-000000000001 / },
    { put: text(() => ''), problem: /^the file is empty/ },
    { put: text((n) => whole(n).slice(0, 700)), problem: /^its first records were not written/ },
    { put: text(newer), problem: /^its format is 2/ },
    { put: unreadable(folder), problem: /^the log cannot be read: / },
    { put: inItsPlace(folder), problem: /^the log cannot be read: it is a folder, not a file$/ },
    {
      put: text((n) => logText(namedTurn(n, work, 'あ'.repeat(1_700_000)))),
      preview: /^あ{119}… → answer \d+$/,
    },
  ] as ReadonlyArray<{
    readonly put: (n: number) => void
    readonly preview?: string | RegExp
    readonly problem?: RegExp
  }>
}

// A file that opens and cannot be read, also by root.
const unreadable = (folder: string) => (n: number) => {
  symlinkSync('/proc/self/mem', join(folder, `${someSession(n)}.jsonl`))
}

const inItsPlace = (folder: string) => (n: number) => {
  mkdirSync(join(folder, `${someSession(n)}.jsonl`))
}

const given = async (t: ExecutionContext, count: number) => {
  const world = await yoiWorld(t)
  const folder = join(world.yoiHome, 'data', 'sessions')
  putMany(folder, count, world.work)
  return { world, folder }
}

const rowsOf = async (t: ExecutionContext, world: YoiWorld, ...argv: string[]) => {
  const { code, stdout, stderr } = await runYoiIn(world, ['sessions', '--json', ...argv], {
    env: smallHeap,
  })
  t.is(code, 0, stderr)
  return JSON.parse(stdout) as ReadonlyArray<SessionRow>
}

test.serial(
  '2,000 sessions, one of 1 GiB and some damaged, are listed in a small heap',
  async (t) => {
    const count = 2000
    const { world, folder } = await given(t, count)
    const special = newest(world, folder)
    // The link has the time of what it leads to, which is now.
    const order = special.map((one, index) => ({ ...one, n: count + special.length - index }))
    for (const { put, n } of order) put(n)
    const huge = someSession(count + special.length)
    t.true(statSync(join(folder, `${huge}.jsonl`)).size > 1024 ** 3)

    const all = await rowsOf(t, world, '--limit', '10000')

    t.is(all.length, count + special.length)
    const ids = order.map(({ n }) => someSession(n))
    t.deepEqual(
      all
        .slice(0, special.length)
        .map(({ session }) => session)
        .sort(),
      ids.toSorted(),
    )
    for (const { n, preview, problem } of order) {
      const row = all.find(({ session }) => session === someSession(n))
      if (problem === undefined) t.is(row?.problem, undefined)
      else t.regex(row?.problem ?? '', problem)
      if (preview !== undefined) t.regex(row?.preview ?? '', new RegExp(preview))
    }
    t.true(all.slice(special.length).every(({ problem }) => problem === undefined))
    t.is(all.at(-1)?.preview, 'question 1 → answer 1')
    t.deepEqual(await rowsOf(t, world, '--limit', '10'), all.slice(0, 10))
  },
)

test.serial(
  'a list that is longer than a pipe holds arrives whole at a reader that is slow',
  async (t) => {
    const count = 600
    const { world } = await given(t, count)
    const yoi = startYoi(world, ['sessions'], { env: smallHeap })
    yoi.child.stdout?.pause()
    // Paused streams buffer nothing more, so the program waits at its end for this reader.
    await new Promise((resolve) => yoi.child.stdout?.once('readable', resolve))
    yoi.child.stdout?.resume()

    t.is((await yoi.ended).code, 0)
    t.is(yoi.stdout().trimEnd().split('\n').length, count + 1)
    t.regex(yoi.stdout(), /question 1 → answer 1\n$/)
  },
)

test.serial('the picker shows ten of many and says why one cannot be resumed', async (t) => {
  const count = 30
  const { world, folder } = await given(t, count)
  const gone = join(world.home, 'gone')
  putLog(folder, count + 1, logText(namedTurn(count + 1, gone)))
  putLog(folder, count + 2, 'hello\n')
  const screen = openPty(process.execPath, [mainFile, '-r'], {
    columns: 200,
    rows: 40,
    env: { ...world.env, ...smallHeap },
    cwd: world.work,
  })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  await screen.shows('Resume a session')
  await screen.shows('Cannot be resumed: this is not a log of yoi')
  for (let n = count; n > count - 8; n -= 1) await screen.shows(`question ${n} → answer ${n}`)
  t.false(screen.text().includes(`question ${count - 8} `))
  screen.write('\x1b')
  t.is((await screen.exit).exitCode, 130)

  const refused = await runYoiIn(world, ['pod', '--session', someSession(count + 1)])
  t.is(refused.code, 1)
  t.regex(refused.stderr, /gone: name another one with --cwd/)
})

test.serial('a session whose folder is gone says so, and goes on in another one', async (t) => {
  const count = 3
  const { world, folder } = await given(t, count)
  const gone = join(world.home, 'gone')
  putLog(folder, count + 1, logText(namedTurn(count + 1, gone)))

  // On a busy machine the look at the folders may come too late for one list.
  let problem: string | undefined
  for (let tries = 0; problem === undefined && tries < 100; tries += 1)
    problem = (await rowsOf(t, world, '--limit', '1'))[0]?.problem

  t.is(
    problem,
    `its folder is gone; yoi --session ${someSession(count + 1)} --cwd DIR goes on elsewhere`,
  )
  const pod = startYoi(world, ['pod', '--session', someSession(count + 1), '--cwd', world.work])
  await pod.until(() => pod.stdout().includes('"ready"'), 'the Pod serves')
  t.like((await rowsOf(t, world, '--limit', '1'))[0], { live: true })
  pod.kill('SIGTERM')
  t.is((await pod.ended).code, 0)
})

test.serial(
  'a log under the name of another session is listed so and not gone on with',
  async (t) => {
    const { world, folder } = await given(t, 1)
    const path = putLog(folder, 2, logText(namedTurn(3, world.work)))
    const before = readFileSync(path)

    t.regex(
      (await rowsOf(t, world))[0]?.problem ?? '',
      /^this is the log of session .*3 under another/,
    )
    const { code, stderr } = await runYoiIn(world, ['pod', '--session', someSession(2)])

    t.is(code, 1)
    t.regex(stderr, /is the log of session .*3 under another name: to go on with it, name it /)
    t.deepEqual(readFileSync(path), before)
  },
)
