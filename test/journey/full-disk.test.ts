import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../support/eventually.js'
import { logOf, onlyLog, type PodProcess, recordsOf, startPod } from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { put } from '../support/temp-home.js'
import { runYoiIn, yoiWorld } from '../support/yoi-process.js'

test.serial(
  'a Submit that finds no room is refused, and all goes on once there is some',
  async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world)
    const { client } = pod
    await client.run('hello')
    await client.waitFor('status', ({ status }) => status === 'idle')
    const log = logOf(world, pod.session)
    const before = readFileSync(log)

    leaveRoom(pod, before.length + 300)
    const refused = await client.run('what now')
    t.is(refused.event === 'error' && refused.data.code, 'storage_failed')
    t.is(
      (await client.waitFor('status', ({ storage }) => storage === 'failed')).data.status,
      'idle',
    )
    await client.waitFor('alert', ({ code }) => code === 'storage_failed')
    t.deepEqual(readFileSync(log), before, 'what was written in part is cut off')
    // At rest the Pod owes the log nothing, so that its own look after 2 s ends the trouble again.
    await eventually(async () => {
      const again = await client.run('and now')
      t.is(again.event === 'error' && again.data.code, 'storage_failed')
      const late = await pod.connect()
      return (await late.waitFor('snapshot')).data.storage === 'failed'
    })

    leaveRoom(pod, -1)
    await client.waitFor('alert', ({ code }) => code === 'storage_recovered')
    const asked = client.heard.length
    t.is((await client.run('what now')).event, 'ack')
    t.is((await client.waitFor('run_end', undefined, asked)).data.result, 'finished')
    t.true(readFileSync(log).subarray(0, before.length).equals(before))
    t.is(await pythonSays(log), 'intact whole')
  },
)

test.serial('a result that finds no room is kept, and the call is not run again', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  const { client } = pod
  await client.run('run `echo once >> count; until test -e go; do sleep 0.1; done; echo done`')
  await eventually(() => existsSync(join(world.work, 'count')))
  const log = logOf(world, pod.session)

  leaveRoom(pod, statSync(log).size + 50)
  await put(join(world.work, 'go'), '')
  await client.waitFor('status', ({ storage }) => storage === 'failed')
  t.false(client.heard.some(({ event }) => event === 'run_end'))

  leaveRoom(pod, -1)
  t.is((await client.waitFor('run_end')).data.result, 'paused')
  const rest = await client.waitFor('status', (one) => one.status === 'paused')
  t.is(rest.data.storage, undefined)
  const [result] = recordsOf(log, 'ToolCallCompleted')
  t.is(result?.data.outcome, 'ok')
  t.regex(result?.data.content ?? '', /done/)

  const asked = client.heard.length
  t.is((await client.ask({ method: 'resume' })).event, 'ack')
  t.is((await client.waitFor('run_end', undefined, asked)).data.result, 'finished')
  t.is(readFileSync(join(world.work, 'count'), 'utf8'), 'once\n')
  t.is(await pythonSays(log), 'intact whole')
  const status = join(world.yoiHome, 'data', 'projections', pod.session, 'status.json')
  await eventually(() => JSON.parse(readFileSync(status, 'utf8')).status === 'idle')
})

// No file of the Pod may grow beyond so many bytes; -1 for no limit.
const leaveRoom = ({ pid }: PodProcess, bytes: number): void => {
  const script = `import resource as r; r.prlimit(${pid}, r.RLIMIT_FSIZE, (${bytes}, -1))`
  execFileSync('python3', ['-c', script])
}

test.serial(
  'yoi run that finds no room in a turn says how to go on, and the call runs once',
  async (t) => {
    const world = await yoiWorld(t)
    await put(join(world.work, 'big'), 'a line of a file\n'.repeat(2000))
    const shell = 'ulimit -f 20'
    const run = await runYoiIn(world, ['run', 'run `echo ran >> ran; cat big`'], { shell })
    t.is(run.code, 1)
    t.is(run.stderr.split('could not be written (EFBIG').length, 2, 'why is said once')
    t.regex(run.stderr, /in the log, so do not send it again/)
    t.regex(run.stderr, /this run has given up .* Enter on an empty line/)
    const said = /yoi pod --session (\S+), then yoi ctl <pod> resume\./.exec(run.stderr)?.[1] ?? ''

    const { pod } = await startPod(world, { argv: ['--session', said] })
    const next = await runYoiIn(world, ['ctl', pod, 'resume'])
    t.is(next.code, 0, next.stderr)
    t.is(readFileSync(join(world.work, 'ran'), 'utf8'), 'ran\n')
    const log = onlyLog(world)
    t.is(recordsOf(log, 'ToolCallCompleted')[0]?.data.outcome, 'unknown')
    t.is(recordsOf(log, 'TurnEnded').at(-1)?.data.result, 'finished')
    t.is(await pythonSays(log), 'intact whole')
  },
)

test.serial('yoi run whose input finds no room says once to send it again', async (t) => {
  const world = await yoiWorld(t)
  const run = await runYoiIn(world, ['run', 'hello'], { shell: 'ulimit -f 1' })
  t.is(run.code, 1)
  t.regex(run.stderr, /^yoi: The log could not be .*: send it again when that is mended\.\n$/)
})
