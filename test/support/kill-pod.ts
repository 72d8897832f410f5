import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { refuse } from '../../adapters/model/offline/strict.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Method } from '../../domain/protocol/method.js'
import type { NotificationOf } from '../../domain/protocol/notification.js'
import { eventually } from './eventually.js'
import { hasOneFate, requestsFollow } from './kill-checks.js'
import { replies } from './loopback-behaviours.js'
import { type Behaviour, type LoopbackModel, loopbackModel } from './loopback-model.js'
import type { PodClient } from './pod-client.js'
import { logOf, type PodProcess, recordsIn, recordsOf, startPod } from './pod-process.js'
import { pythonSays } from './python-verifier.js'
import { type YoiWorld, yoiWorld } from './yoi-process.js'

/** One session whose Pods are killed, one after the other, and what outlives them. */
export type KilledSession = {
  readonly t: ExecutionContext
  readonly world: YoiWorld
  readonly server: LoopbackModel
  readonly session: string
  readonly submits: Submit[]
  /** The live Pod. */
  pod: PodProcess
  /** How the model answers what carries no result of a tool. */
  answer: Behaviour
}

/** A Submit that a client sent, by its key; what answers it is looked for in what clients heard. */
type Submit = { readonly key: string; readonly method: Method; readonly clients: PodClient[] }

const done = replies('That is done.')

/** A session with one answer in it, and its first Pod. */
export const killedSession = async (t: ExecutionContext): Promise<KilledSession> => {
  const world = await yoiWorld(t)
  const server = await loopbackModel([(response, request) => answer(response, request)])
  t.teardown(server.close)
  const model = `ref = "anthropic/loopback-1", base_url = "${server.url}", retries = 3`
  const pod = await startPod(world, { overlays: [`model = { ${model} }`] })
  const { session } = pod
  const all: KilledSession = { t, world, server, session, submits: [], pod, answer: done }
  const answer: Behaviour = (response, { body }) => {
    const { messages } = JSON.parse(body.toString()) as { messages: ReadonlyArray<unknown> }
    const hasResult = JSON.stringify(messages.at(-1)).includes('"tool_result"')
    return (hasResult ? done : all.answer)(response, { body } as never)
  }
  submit(all, 'run', 'the first words')
  await pod.client.waitFor('run_end')
  return all
}

/** Sends a Submit with a key and does not wait. */
export const submit = (all: KilledSession, method: 'run' | 'queue', words: string): void => {
  const key = crypto.randomUUID()
  const params = { input: [{ kind: 'text' as const, content: words }], key }
  const one = { key, method: { method, params } as unknown as Method, clients: [] }
  all.submits.push(one)
  sendTo(all.pod.client, one)
}

const sendTo = (client: PodClient, { method, key, clients }: Submit): void => {
  clients.push(client)
  client.send({ ...method, id: key })
}

/** Starts the next Pod of the session. With a crash point it may never come to serve. */
export const nextPod = async (all: KilledSession, crashAt = ''): Promise<boolean> => {
  const argv = ['--session', all.session]
  const started = await startPod(all.world, { argv, env: { YOI_CRASH_AT: crashAt } }).catch(
    (error: Error) => error,
  )
  if (!(started instanceof Error)) all.pod = started
  else if (crashAt === '' || !isOfDeath(started)) throw started
  return !(started instanceof Error)
}

// A process that is killed says nothing; it may have been ready just before.
const isOfDeath = ({ message }: Error): boolean =>
  message === 'the Pod ended: ' || message.includes('ECONNREFUSED')

/** What its client does when the Pod died before it answered. */
export const sendUnanswered = (all: KilledSession): void => {
  for (const one of all.submits) if (answerOf(one) === undefined) sendTo(all.pod.client, one)
}

const answerOf = ({ key, clients }: Submit): NotificationOf<'ack' | 'error'> | undefined => {
  for (const { heard } of clients)
    for (const one of heard)
      if ((one.event === 'ack' || one.event === 'error') && one.data.id === key) return one
  return undefined
}

/** Lets everything come to its end: the open turn and every queued input. */
export const finish = async ({ pod, submits }: KilledSession): Promise<void> => {
  const open = () => submits.filter((one) => answerOf(one) === undefined)
  await eventually(
    () => open().length === 0,
    () => JSON.stringify(open().map(({ method }) => method)),
  )
  for (;;) {
    const client = await pod.connect()
    const { data } = await client.waitFor('snapshot')
    if (data.status === 'idle' && data.queue.length === 0) return client.close()
    if (data.status !== 'running') await client.ask({ method: 'resume' })
    await client.waitFor('status', ({ status }) => status !== 'running')
    client.close()
  }
}

/** The lines that the tools have written, each by one call. */
export const countedIn = ({ world }: KilledSession): ReadonlyArray<string> => {
  const path = join(world.work, 'count')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

/** Checks what must hold of the session whenever all in it has come to an end. */
export const holds = async (all: KilledSession): Promise<void> => {
  const { t, world, server, session, submits } = all
  const log = logOf(world, session)
  const records = recordsIn(log)
  t.is(await pythonSays(log), 'intact whole')
  const bodies = server.requests.map(({ body }) => body.toString())
  for (const body of bodies) t.is(refuse(JSON.parse(body)), undefined)
  t.notThrows(() => requestsFollow(bodies, records))
  for (const one of submits) {
    const answer = answerOf(one)
    const input = answer?.event === 'ack' ? answer.data.input : undefined
    t.notThrows(() => hasOneFate({ key: one.key, words: one.key, input }, records))
  }
  const counted = countedIn(all)
  t.is(new Set(counted).size, counted.length, 'no tool ran twice')
  const results = recordsOf(log, 'ToolCallCompleted').map(({ data }) => data.call)
  t.is(new Set(results).size, results.length, 'no call is closed twice')
  for (const { data } of recordsOf(log, 'TailRepaired')) {
    const kept = readFileSync(join(world.yoiHome, 'data', 'quarantine', data.kept))
    t.is(sha256(kept), data.digest)
  }
}
