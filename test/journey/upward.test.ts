import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../support/eventually.js'
import {
  messageStart,
  refuses,
  replies,
  streams,
  type WireBlock,
} from '../support/loopback-behaviours.js'
import { type Behaviour, loopbackModel } from '../support/loopback-model.js'
import { asked, endOf } from '../support/loopback-pod.js'
import { logOf, type PodProcess, recordsOf, startPod } from '../support/pod-process.js'
import { allGone, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const good = replies('All is well.')
const inText = streams([
  messageStart,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'half a word' } },
])
const sleeps: WireBlock = {
  type: 'tool_use',
  id: 'c1',
  name: 'Bash',
  input: { command: 'echo first; sleep 1000' },
}

/** A Pod called `child` that reports to this socket, with a model server in the test's hands. */
const childOf = async (
  world: YoiWorld,
  callback: string,
  behaviours: ReadonlyArray<Behaviour>,
): Promise<PodProcess> => {
  const server = await loopbackModel(behaviours)
  world.t.teardown(server.close)
  const folder = join(world.home, 'child')
  await mkdir(folder)
  const model = `ref = "anthropic/loopback-1", base_url = "${server.url}", retries = 0`
  return startPod(world, {
    argv: ['--callback', callback, '--cwd', folder],
    overlays: ['pod.name = "child"', `model = { ${model} }`],
  })
}

const reportsTo = (world: YoiWorld, parent: PodProcess) =>
  recordsOf(logOf(world, parent.session), 'ChildReported').map(({ data }) => data)

test.serial('turn_ended, errored and shut_down of a child arrive at its parent', async (t) => {
  const world = await yoiWorld(t)
  const parent = await startPod(world)
  const child = await childOf(world, parent.socket, [good, refuses(400), good])
  const it = { pod: child }
  await child.client.run('one')
  t.is((await endOf(it, 1)).result, 'finished')
  await child.client.run('two')
  const { result, error } = await endOf(it, 2)
  t.is(result, 'errored')
  child.client.send({ method: 'shutdown' })
  t.is((await child.process.ended).code, 0)

  await eventually(() => reportsTo(world, parent).length === 3)
  const reports = reportsTo(world, parent)
  t.deepEqual(
    reports.map(({ kind }) => kind),
    ['turn_ended', 'errored', 'shut_down'],
  )
  t.true(reports.every(({ pod_name }) => pod_name === 'child'))
  t.is(reports[1]?.message, error?.message)
  // The parent's model is told of them without anybody asking.
  await parent.client.waitFor('run_end')
  t.is(recordsOf(logOf(world, parent.session), 'InboxDelivered').at(0)?.data.ids.length, 1)
})

test.serial('a person’s pause or cancel of a child is no errored', async (t) => {
  const world = await yoiWorld(t)
  const parent = await startPod(world)
  const child = await childOf(world, parent.socket, [inText, replies([sleeps]), good])
  const it = { pod: child }
  await child.client.run('one')
  await child.client.waitFor('text_delta')
  await asked(it, { method: 'pause' })
  t.is((await endOf(it, 1)).result, 'paused')
  await asked(it, { method: 'resume' })
  await child.client.waitFor('tool_output_delta')
  await asked(it, { method: 'cancel' })
  t.is((await endOf(it, 2)).result, 'cancelled')
  await child.client.run('two')
  t.is((await endOf(it, 3)).result, 'finished')
  await eventually(() => reportsTo(world, parent).length === 2)
  t.deepEqual(
    reportsTo(world, parent).map(({ kind, detail }) => [kind, detail?.['result']]),
    [
      ['turn_ended', 'cancelled'],
      ['turn_ended', 'finished'],
    ],
  )
})

test.serial('a parent that is gone or hangs changes nothing at the child', async (t) => {
  const world = await yoiWorld(t)
  const gone = await startPod(world)
  gone.process.kill('SIGKILL')
  await gone.process.ended
  const child = await childOf(world, gone.socket, [good, refuses(400), good])
  const it = { pod: child }
  for (const [n, result] of (['finished', 'errored', 'finished'] as const).entries()) {
    await child.client.run('go on')
    t.is((await endOf(it, n + 1)).result, result)
  }
  child.client.send({ method: 'shutdown' })
  t.is((await child.process.ended).code, 0)
  t.is(child.process.stderr(), '')
  await allGone(world)
})

test.serial('a parent that takes reports and never answers does not hold its child', async (t) => {
  const world = await yoiWorld(t)
  const socket = join(world.home, 'silent')
  const silent = createServer(() => undefined).listen(socket)
  t.teardown(() => silent.close())
  const child = await childOf(world, socket, [good])
  const it = { pod: child }
  for (const n of [1, 2]) {
    await child.client.run('go on')
    t.is((await endOf(it, n)).result, 'finished')
  }
  child.client.send({ method: 'shutdown' })
  t.is((await child.process.ended).code, 0)
})
