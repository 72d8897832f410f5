import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { sha256 } from '../../adapters/node/sha256.js'
import {
  answersRaw,
  endsAfter,
  errorEvent,
  hangs,
  messageStart,
  refuses,
  replies,
  resets,
  resetsAfter,
  silent,
} from '../support/loopback-behaviours.js'
import { type Behaviour, type LoopbackModel, loopbackModel } from '../support/loopback-model.js'
import { logOf, type PodProcess, recordsOf, startPod } from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

const key = 'sk-journey-0123456789-secret'
const good = replies('All is well.')
const text = { type: 'text', text: '' } as const
const begun = [
  messageStart,
  { type: 'content_block_start', index: 0, content_block: text },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half a' } },
]
const html = answersRaw('<html>hello</html>', { 'content-type': 'text/html' })

type Row = {
  readonly title: string
  readonly bad: Behaviour
  readonly says: ReadonlyArray<RegExp>
  readonly settings?: string
}

const rows: ReadonlyArray<Row> = [
  { title: '401', bad: refuses(401), says: [/key in JOURNEY_KEY/, /start yoi again/] },
  { title: '403', bad: refuses(403), says: [/may use the model/, /model\.ref/] },
  { title: '404', bad: refuses(404), says: [/does not know the model loopback-1/, /model\.ref/] },
  { title: '413', bad: refuses(413), says: [/larger than/, /start a new session/] },
  {
    title: '429 with retry-after',
    bad: refuses(429, { headers: { 'retry-after': '7' } }),
    says: [/no more requests/, /wait 7 s, then try again/],
  },
  { title: '500', bad: refuses(500), says: [/failed \(500/, /try again/] },
  { title: '529', bad: refuses(529), says: [/overloaded/, /then try again/] },
  {
    title: 'an error event in the stream',
    bad: endsAfter([...begun, errorEvent('overloaded_error', 'Overloaded')]),
    says: [/overloaded/, /try again/],
  },
  {
    title: 'a stream cut before message_stop',
    bad: endsAfter(begun),
    says: [/before the reply was complete/, /try again/],
  },
  {
    title: 'a connection that breaks in the stream',
    bad: resetsAfter(begun),
    says: [/before the reply was complete/, /try again/],
  },
  {
    title: 'a connection that breaks without an answer',
    bad: resets,
    says: [/try again/],
  },
  { title: 'HTML with 200', bad: html, says: [/text\/html/, /model\.base_url/] },
  {
    title: 'silence after the headers',
    bad: silent,
    says: [/did not begin to answer|fell silent/, /model\.(idle|first_byte)_timeout_ms/],
    settings: 'first_byte_timeout_ms = 4000, idle_timeout_ms = 4000',
  },
  {
    title: 'no headers',
    bad: hangs,
    says: [/did not begin to answer/, /model\.first_byte_timeout_ms/],
    settings: 'first_byte_timeout_ms = 4000',
  },
  {
    title: 'a context that is too long',
    bad: refuses(400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }),
    says: [/too long for the context window of loopback-1/, /send a shorter input/, /210000/],
  },
]

for (const row of rows)
  test.serial(
    `${row.title}: one sentence, one run_end, then resume and a new Submit work`,
    async (t) => {
      const world = await yoiWorld(t)
      const server = await served(t, [row.bad, good, row.bad, good])
      const pod = await podOn(world, server, row.settings)

      await pod.client.run('first')
      await failed(t, row, await ended(pod, 1))
      t.is((await pod.client.ask({ method: 'resume' })).event, 'ack')
      t.is((await ended(pod, 2)).result, 'finished')

      await pod.client.run('second')
      await failed(t, row, await ended(pod, 3))
      t.is((await pod.client.run('third')).event, 'ack')
      t.is((await ended(pod, 4)).result, 'finished')

      t.is(pod.client.heard.filter(({ event }) => event === 'run_end').length, 4)
      t.is(server.requests.length, 4)
      await sentIsRecorded(t, { world, pod, server })
    },
  )

test.serial('an input that is too long makes room for the next one', async (t) => {
  const world = await yoiWorld(t)
  const tooMuch = refuses(400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' })
  const server = await served(t, [good, tooMuch, good])
  const pod = await podOn(world, server)
  await pod.client.run('first')
  t.is((await ended(pod, 1)).result, 'finished')
  await pod.client.run('far too much')
  t.is((await ended(pod, 2)).result, 'errored')
  await pod.client.run('less')
  t.is((await ended(pod, 3)).result, 'finished')
  const body = (await server.arrived(2)).body.toString()
  t.false(body.includes('far too much'))
  t.regex(body, /first.*did not fit into the context window and was left out.*less/)
  await sentIsRecorded(t, { world, pod, server })
})

test.serial(
  'thinking that is refused is left out with the next Enter, and is no trap',
  async (t) => {
    const world = await yoiWorld(t)
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' } as const
    const answer = replies([thought, { type: 'text', text: 'Yes.' }])
    const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
    const server = await served(t, [answer, refuses(400, { message }), answer, good])
    const pod = await podOn(world, server)
    await pod.client.run('first')
    t.is((await ended(pod, 1)).result, 'finished')
    await pod.client.run('second')
    const { result, error } = await ended(pod, 2)
    t.is(result, 'errored')
    t.regex(error?.message ?? '', /signature.*try again, and it is left out from now on\.$/)
    t.is((await pod.client.ask({ method: 'resume' })).event, 'ack')
    t.is((await ended(pod, 3)).result, 'finished')
    await pod.client.run('third')
    t.is((await ended(pod, 4)).result, 'finished')
    const thoughts = server.requests.map(({ body }) => body.toString().split('"Hm."').length - 1)
    t.deepEqual(thoughts, [0, 1, 0, 1])
    await sentIsRecorded(t, { world, pod, server })
  },
)

test.serial('retries are told one by one, and the turn goes on when the server does', async (t) => {
  const world = await yoiWorld(t)
  const busy = refuses(529)
  const server = await served(t, [busy, busy, good])
  const pod = await podOn(world, server, 'retries = 2')
  await pod.client.run('first')
  t.is((await ended(pod, 1)).result, 'finished')
  const told = pod.client.heard.flatMap((one) => (one.event === 'retry' ? [one.data] : []))
  t.deepEqual(
    told.map(({ attempt, of }) => [attempt, of]),
    [
      [1, 2],
      [2, 2],
    ],
  )
  t.true(told.every(({ wait_ms, message, code }) => wait_ms > 0 && message !== '' && code !== ''))
  t.deepEqual(
    recordsOf(logOf(world, pod.session), 'RoundStarted').map(({ data }) => data.attempt),
    [1, 2, 3],
  )
  await sentIsRecorded(t, { world, pod, server })
})

test.serial('a server that nobody runs is said in one sentence', async (t) => {
  const world = await yoiWorld(t)
  const gone = await loopbackModel([good])
  await gone.close()
  const pod = await podOn(world, gone)
  await pod.client.run('first')
  const { result, error } = await ended(pod, 1)
  t.is(result, 'errored')
  t.regex(error?.message ?? '', /cannot be reached.*then try again\.$/)
})

test.serial('yoi run says the sentence and ends with 1', async (t) => {
  const world = await yoiWorld(t)
  const server = await served(t, [refuses(401, { message: `bad key ${key}` })])
  const overlay = overlayOf(server)
  const run = await runYoiIn(world, ['run', 'hi', '--overlay', overlay], { env: keyEnv })
  t.is(run.code, 1)
  t.is(run.stdout, '')
  t.regex(run.stderr, /^yoi: The server at .*JOURNEY_KEY.*\.\n$/)
  t.false(run.stderr.includes(key))
  t.deepEqual(filesWith(world.yoiHome, key), [])
})

test.serial(
  'without the key that a model needs nothing is sent, and the key is named',
  async (t) => {
    const world = await yoiWorld(t)
    const run = await runYoiIn(world, ['run', 'hi', '--overlay', 'model.ref = "anthropic/some"'])
    t.is(run.code, 1)
    t.regex(run.stderr, /^yoi: The model anthropic\/some needs a key: set ANTHROPIC_API_KEY /)
    t.regex(run.stderr, /A session keeps its model: to use another one .* begin a new session\./)
  },
)

test.serial('the key reaches the server, no command and no file', async (t) => {
  const world = await yoiWorld(t)
  const call = { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'env' } } as const
  const server = await served(t, [replies([call]), good, refuses(401, { message: `no ${key}` })])
  const pod = await podOn(world, server)
  await pod.client.run('show the environment')
  t.is((await ended(pod, 1)).result, 'finished')
  const [result] = recordsOf(logOf(world, pod.session), 'ToolCallCompleted')
  const content = result?.data.content ?? ''
  t.regex(content, /^HOME=/m)
  t.notRegex(content, /JOURNEY_KEY|ANTHROPIC_API_KEY|sk-/)
  await pod.client.run('again')
  t.is((await ended(pod, 2)).result, 'errored')
  pod.client.send({ method: 'shutdown' })
  t.is((await pod.process.ended).code, 0)
  const { headers } = await server.arrived(0)
  t.true([headers['x-api-key'], headers.authorization].some((sent) => sent?.includes(key)))
  t.true(server.requests.every(({ body }) => !body.includes(key)))
  t.deepEqual(filesWith(world.yoiHome, key), [])
})

const keyEnv = { JOURNEY_KEY: key, ANTHROPIC_API_KEY: 'sk-ant-another-one' }

const served = async (
  t: ExecutionContext,
  behaviours: ReadonlyArray<Behaviour>,
): Promise<LoopbackModel> => {
  const server = await loopbackModel(behaviours)
  t.teardown(server.close)
  return server
}

const overlayOf = ({ url }: LoopbackModel, settings?: string): string => {
  const model = `ref = "anthropic/loopback-1", base_url = "${url}", api_key_env = "JOURNEY_KEY"`
  const retries = settings?.includes('retries') === true ? '' : ', retries = 0'
  return `model = { ${model}${retries}${settings === undefined ? '' : `, ${settings}`} }`
}

const podOn = (world: YoiWorld, server: LoopbackModel, settings?: string): Promise<PodProcess> =>
  startPod(world, { overlays: [overlayOf(server, settings)], env: keyEnv })

// The status follows the ending; only then is the next method sent.
const ended = async ({ client }: PodProcess, n: number): Promise<End> => {
  const ends = () =>
    client.heard.flatMap((one, at) => (one.event === 'run_end' ? [{ ...one, at }] : []))
  while (ends().length < n)
    await client.waitFor('run_end', undefined, (ends().at(-1)?.at ?? -1) + 1)
  const end = ends()[n - 1]
  await client.waitFor('status', ({ status }) => status !== 'running', end?.at)
  return end?.data ?? { result: 'none' }
}

type End = { readonly result: string; readonly error?: { readonly message: string } }

const failed = async (t: ExecutionContext, row: Row, end: End): Promise<void> => {
  t.is(end.result, 'errored')
  const message = end.error?.message ?? ''
  for (const part of row.says) t.regex(message, part)
  t.regex(message, /^[A-Z][^\p{Cc}\u2028\u2029]+[^.]\.$/u)
}

type Exchange = {
  readonly world: YoiWorld
  readonly pod: PodProcess
  readonly server: LoopbackModel
}

const sentIsRecorded = async (
  t: ExecutionContext,
  { world, pod, server }: Exchange,
): Promise<void> => {
  const log = logOf(world, pod.session)
  t.deepEqual(
    recordsOf(log, 'RoundStarted').map(({ data }) => data.request as string),
    server.requests.map(({ body }) => sha256(body)),
  )
  for (const { body } of server.requests) {
    t.true(isUtf8(body))
    t.notThrows(() => JSON.parse(body.toString()))
  }
  t.is(await pythonSays(log), 'intact whole')
}

// When the Pod is gone: a running one replaces files.
const filesWith = (folder: string, words: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(words))
