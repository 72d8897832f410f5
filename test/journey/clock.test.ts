import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { logOf, recordsIn, startPod } from '../support/pod-process.js'
import { runYoiIn, yoiWorld } from '../support/yoi-process.js'

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

const daySeconds = 24 * 3600
const to1970 = -Math.floor(Date.now() / 1000) + daySeconds

withFaketime(
  'a clock that steps back, ahead and to 1970 changes no order, chain, time-out or restart',
  async (t) => {
    const world = await yoiWorld(t)
    const clock = join(world.home, 'clock')
    const stepTo = (seconds: number) => writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}`)
    const env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    stepTo(0)
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
