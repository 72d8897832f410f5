import type { ExecutionContext } from 'ava'
import { refuse } from '../../adapters/model/offline/strict.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Method } from '../../domain/protocol/method.js'
import type { NotificationData } from '../../domain/protocol/notification.js'
import { type Behaviour, type LoopbackModel, loopbackModel } from './loopback-model.js'
import { logOf, type PodProcess, recordsOf, startPod } from './pod-process.js'
import { pythonSays } from './python-verifier.js'
import { type YoiWorld, yoiWorld } from './yoi-process.js'

/** A real Pod that talks to a model server in the test's hands. */
export type LoopbackPod = {
  readonly t: ExecutionContext
  readonly world: YoiWorld
  readonly server: LoopbackModel
  readonly pod: PodProcess
}

/** Starts both; `settings` are more keys of `model`. */
export const loopbackPod = async (
  t: ExecutionContext,
  behaviours: ReadonlyArray<Behaviour>,
  settings = 'retries = 0',
): Promise<LoopbackPod> => {
  const world = await yoiWorld(t)
  const server = await loopbackModel(behaviours)
  t.teardown(server.close)
  const model = `ref = "anthropic/loopback-1", base_url = "${server.url}", ${settings}`
  const pod = await startPod(world, { overlays: [`model = { ${model} }`] })
  return { t, world, server, pod }
}

/** The session in a new Pod after kill -9 of the one that had it. */
export const afterKill = async (before: LoopbackPod): Promise<LoopbackPod> => {
  before.pod.process.kill('SIGKILL')
  await before.pod.process.ended
  const pod = await startPod(before.world, { argv: ['--session', before.pod.session] })
  return { ...before, pod }
}

/** Sends a method and gives `ack`, or the code of its refusal. */
export const asked = async ({ pod }: Pick<LoopbackPod, 'pod'>, method: Method): Promise<string> => {
  const answer = await pod.client.ask(method)
  return answer.event === 'ack' ? 'ack' : answer.data.code
}

/** The `n`-th `run_end` (from 1) that this Pod's client heard, once its status has followed. */
export const endOf = async (
  { pod: { client } }: Pick<LoopbackPod, 'pod'>,
  n: number,
): Promise<NotificationData['run_end']> => {
  let from = 0
  for (let met = 1; met < n; met += 1) {
    await client.waitFor('run_end', undefined, from)
    from = client.heard.findIndex(({ event }, at) => at >= from && event === 'run_end') + 1
  }
  const end = await client.waitFor('run_end', undefined, from)
  await client.waitFor('status', ({ status }) => status !== 'running', client.heard.indexOf(end))
  return end.data
}

/** Checks what must hold of every session that has come to rest. */
export const allHolds = async ({ t, world, server, pod }: LoopbackPod): Promise<void> => {
  const log = logOf(world, pod.session)
  for (const { body } of server.requests) t.is(refuse(JSON.parse(body.toString())), undefined)
  t.deepEqual(
    server.requests.map(({ body }) => sha256(body)),
    recordsOf(log, 'RoundStarted').map(({ data }) => data.request as string),
    'what was sent is what the log says was sent',
  )
  const results = recordsOf(log, 'ToolCallCompleted').map(({ data }) => data.call)
  t.is(new Set(results).size, results.length, 'no call is closed twice')
  const started = recordsOf(log, 'ToolCallStarted').map(({ data }) => data.call)
  t.is(new Set(started).size, started.length, 'no call runs twice')
  t.is(await pythonSays(log), 'intact whole')
}
