import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { logOf, onlySession, recordsIn, startPod } from '../support/pod-process.js'
import { put } from '../support/temp-home.js'
import { runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const preload = (): string => {
  try {
    return execFileSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return ''
  }
}

const library = preload()
const withFaketime = library === '' ? test.skip : test
if (library === '') console.log('Skipped: the clock is not stepped, as there is no faketime here.')

/** A wall clock of this world that is ahead by so many seconds; time-outs go by the real one. */
const steppedClock = ({ home }: YoiWorld) => {
  const clock = join(home, 'clock')
  const stepTo = (seconds: number) => writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}`)
  stepTo(0)
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { stepTo, env }
}

const daySeconds = 24 * 3600
const to1970 = -Math.floor(Date.now() / 1000) + daySeconds

withFaketime(
  'a clock that steps back, ahead and to 1970 changes no order, chain, time-out or restart',
  async (t) => {
    const world = await yoiWorld(t)
    const { stepTo, env } = steppedClock(world)
    const first = await startPod(world, { env })
    const turns = async (pod: typeof first, steps: ReadonlyArray<number>) => {
      for (const seconds of steps) {
        stepTo(seconds)
        const from = pod.client.heard.length
        t.is((await pod.client.run('Run `sleep 0.1; echo done`.')).event, 'ack')
        const { data } = await pod.client.waitFor('run_end', () => true, from)
        t.is(data.result, 'finished')
        await pod.client.waitFor('status', ({ status }) => status === 'idle', from)
      }
    }
    await turns(first, [-3600, daySeconds, to1970])
    first.process.kill('SIGKILL')
    await first.process.ended

    stepTo(-daySeconds)
    const second = await startPod(world, { argv: ['--session', first.session], env })
    await turns(second, [to1970, 0])
    second.process.kill('SIGTERM')
    await second.process.ended

    const records = recordsIn(logOf(world, first.session))
    t.deepEqual(
      records.map(({ seq }) => seq),
      records.map((_, n) => n),
    )
    t.true(records.some(({ at }) => at.startsWith('1970')))
    t.false(records.at(-1)?.at.startsWith('1970'))
    const verify = await runYoiIn(world, ['verify', first.session, '--json'])
    const { intact, complete, problems } = JSON.parse(verify.stdout)
    t.deepEqual({ intact, complete, problems }, { intact: true, complete: true, problems: [] })
    t.is((await runYoiIn(world, ['replay', first.session], { env })).code, 0)
    t.is(JSON.parse((await runYoiIn(world, ['sessions', '--json'], { env })).stdout).length, 1)
  },
)

withFaketime(
  'after 400 days and ten starts every file is there, and a Pod that was idle all the while',
  async (t) => {
    const world = await yoiWorld(t)
    const { stepTo, env } = steppedClock(world)
    const ran = await runYoiIn(world, ['run', 'Run `seq 1 9999`.'], { env })
    t.is(ran.code, 0, ran.stderr)
    const session = onlySession(world)
    const data = join(world.yoiHome, 'data')
    await put(join(data, 'quarantine', `${session}-1.tail`), 'torn')
    const elsewhere = join(world.home, 'elsewhere')
    mkdirSync(elsewhere)
    const idle = await startPod(world, { argv: ['--cwd', elsewhere], env })
    t.is((await idle.client.run('hello')).event, 'ack')
    await idle.client.waitFor('status', ({ status }) => status === 'idle')
    idle.client.close()
    const before = filesBelow(data)
    for (const kind of ['sessions', 'projections', 'outputs', 'quarantine'])
      t.true(
        before.some(([name]) => name?.startsWith(`${kind}/`)),
        kind,
      )

    for (let time = 1; time <= 5; time += 1) {
      stepTo(time * 80 * daySeconds)
      const pod = await startPod(world, { argv: ['--session', session], env })
      await pod.client.waitFor('snapshot')
      pod.process.kill('SIGTERM')
      await pod.process.ended
      const list = JSON.parse((await runYoiIn(world, ['sessions', '--json'], { env })).stdout)
      const pods = list.map((row: { pod?: string }) => row.pod ?? 'none')
      t.deepEqual(pods.sort(), ['elsewhere', 'none'])
    }

    t.deepEqual(filesBelow(data), before)
    const still = await runYoiIn(world, ['ctl', idle.pod, 'run', 'hello'], { env })
    t.is(still.code, 0, still.stderr)
  },
)

// The registry and its projection say who lives; all else says what was.
const filesBelow = (folder: string): ReadonlyArray<ReadonlyArray<string>> =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !/^(?:live\.json|scope\.(?:lock|guard)|projections\/live\.json)$/.test(name))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])
