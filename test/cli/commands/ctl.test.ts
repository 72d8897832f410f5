import { PassThrough } from 'node:stream'
import anyTest, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type { CommandIo } from '../../../cli/command.js'
import { ctl } from '../../../cli/commands/ctl.js'
import type { Method } from '../../../domain/protocol/method.js'
import type { Notification, RunResult } from '../../../domain/protocol/notification.js'
import type { PodStatus } from '../../../domain/protocol/status.js'
import { scriptedPod, type Talk } from '../../support/scripted-pod.js'
import { recordAt, turnId } from '../../support/wire-world.js'

// One at a time: each listens to SIGINT while it waits.
const test = anyTest.serial

type Said = { readonly code: number; readonly out: string; readonly err: string }

const idle: PodStatus = { status: 'idle', queue_held: false }
const running: PodStatus = { status: 'running', queue_held: false, turn: turnId }
const paused: PodStatus = { status: 'paused', queue_held: false, turn: turnId }

/** Runs `yoi ctl <argv>`; every Pod is found at `socket`. `stdin` absent is a terminal. */
const yoiCtl = async (
  socket: string | undefined,
  argv: ReadonlyArray<string>,
  stdin?: string | Buffer,
): Promise<Said> => {
  const [input, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  input.end(stdin)
  const io: CommandIo = {
    env: {},
    cwd: '/',
    stdin: Object.assign(input, { isTTY: stdin === undefined }),
    stdout,
    stderr,
  }
  const lookup = (name: string) => async () =>
    socket === undefined ? E.left(`No Pod ${name} runs.`) : E.right({ socket, pid: 1 })
  const code = await ctl(lookup).run(argv, io)
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

const ack = (method: { readonly id: string }, extra: object = {}): Notification => ({
  event: 'ack',
  data: { id: method.id, ...extra },
})
const end = (result: RunResult, extra: object = {}): Notification => ({
  event: 'run_end',
  data: { result, turn: turnId, ...extra },
})
const reply = (text: string): Notification =>
  ({
    event: 'record',
    data: {
      ...recordAt(4).data,
      type: 'AssistantReplied',
      data: { turn: turnId, round: 1, content: [{ type: 'text', text }] },
    },
  }) as unknown as Notification

type Play = (method: Method & { readonly id: string }, talk: Talk) => void

const playRun: Play = (method, { send, say }) => {
  send(ack(method, { input: turnId }))
  say({ event: 'status', data: running })
  say(reply('Hello \x1b]52;c;aGk=\x07日本.'))
  say(end('finished'))
  say({ event: 'status', data: idle })
}

const pod = async (t: ExecutionContext, status: PodStatus, play: Play) =>
  (await scriptedPod(t, status, play)).path

test('run sends the text, prints the reply with its escapes made visible, and ends with 0', async (t) => {
  const sent: Method[] = []
  const path = await pod(t, idle, (method, talk) => {
    sent.push(method)
    playRun(method, talk)
  })
  const { code, out, err } = await yoiCtl(path, ['alpha', 'run', 'say', 'hello'])
  t.deepEqual([code, err], [0, ''])
  t.is(out, 'Hello ␛]52;c;aGk=␇日本.\n')
  t.like(sent[0], { method: 'run', params: { input: [{ kind: 'text', content: 'say hello' }] } })
})

test('run --json prints what the Pod says, one object a line', async (t) => {
  const { code, out } = await yoiCtl(await pod(t, idle, playRun), ['alpha', 'run', 'hi', '--json'])
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as Notification).event)
  t.is(code, 0)
  t.deepEqual(events, ['ack', 'status', 'record', 'run_end'])
})

test('a turn that fails ends with 1, its sentence', async (t) => {
  const error = { code: 'provider_error', message: 'The key was refused.' }
  const path = await pod(t, idle, (method, { send, say }) => {
    send(ack(method, { input: turnId }))
    say(end('errored', { error }))
  })
  const { code, out, err } = await yoiCtl(path, ['alpha', 'run', 'hi'])
  t.is(code, 1)
  t.is(err, 'yoi: The key was refused.\n')
  t.is(out, 'The turn failed; `yoi ctl alpha resume` tries again.\n')
})

test('the command that goes on names a Pod as a shell takes it', async (t) => {
  const path = await pod(t, running, endsWith('paused'))
  const { out } = await yoiCtl(path, ["O'Brien two", 'pause'])
  t.is(out, "The turn rests; `yoi ctl 'O'\\''Brien two' resume` carries it on.\n")
})

test('a turn that rests because its Pod leaves is carried on in the next one', async (t) => {
  const data = { turn: turnId, stop: 'shutdown', by: 'signal', shown: [] }
  const stop = { event: 'record', data: { ...recordAt(4).data, type: 'StopRequested', data } }
  const path = await pod(t, idle, (method, { send, say }) => {
    send(ack(method, { input: turnId }))
    say(stop as unknown as Notification)
    say(end('paused'))
  })
  const { code, out } = await yoiCtl(path, ['alpha', 'run', 'hi'])
  t.is(code, 1)
  t.is(
    out,
    'The turn rests; its Pod leaves, and in the next one (`yoi -r`) Enter on an empty line carries it on.\n',
  )
})

test('a call that the Pod refuses ends with 1, its sentence', async (t) => {
  const path = await pod(t, running, ({ id }, { send }) =>
    send({ event: 'error', data: { code: 'already_running', message: 'A turn runs.', id } }),
  )
  const { code, out, err } = await yoiCtl(path, ['alpha', 'run', 'hi', '--json'])
  t.deepEqual([code, err], [1, 'yoi: already_running: A turn runs.\n'])
  t.like(JSON.parse(out), { event: 'error', data: { code: 'already_running' } })
})

const remark: Notification = {
  event: 'alert',
  data: { level: 'warning', code: 'manifest', message: 'This session was begun in /old.' },
}

test('what a Pod says of its session to whoever comes is told before a turn, and else not', async (t) => {
  const remarking = (playOn: Play) =>
    pod(t, idle, (method, talk) => {
      talk.say(remark)
      playOn(method, talk)
    })
  const run = await yoiCtl(await remarking(playRun), ['alpha', 'run', 'hi'])
  t.is(run.err, 'This session was begun in /old.\n')
  const shutdown = await remarking(({ id }, { send, stand }) => {
    send({ event: 'ack', data: { id } })
    void stand.server.close()
  })
  const { out, err } = await yoiCtl(shutdown, ['alpha', 'shutdown'])
  t.deepEqual([out, err], ['Pod alpha has left.\n', ''])
})

test('a shutdown of a Pod whose log is broken says that its end is not recorded', async (t) => {
  const path = await pod(t, { ...idle, storage: 'failed' }, ({ id }, { send, say, stand }) => {
    send({ event: 'ack', data: { id } })
    say({ event: 'shutdown', data: { by: 'storage' } })
    void stand.server.close()
  })
  const { code, out, err } = await yoiCtl(path, ['alpha', 'shutdown'])
  t.deepEqual([code, out], [0, 'Pod alpha has left.\n'])
  t.regex(err, /^yoi: Its log could not be written.*yoi verify checks the log\.\n$/)
})

const ackOnly: Play = (method, { send }) => send(ack(method, { input: turnId }))
const endsWith =
  (result: RunResult): Play =>
  (method, { send, say }) => {
    send(ack(method))
    say(end(result))
  }

const cells: ReadonlyArray<
  readonly [title: string, PodStatus, Play, ReadonlyArray<string>, code: number, out: RegExp]
> = [
  ['pause', running, endsWith('paused'), ['pause'], 0, /^The turn rests; `yoi ctl alpha resume`/],
  ['pause when paused', paused, ackOnly, ['pause'], 0, /^Pod alpha is paused\.\n$/],
  [
    'pause that takes back',
    running,
    endsWith('rolled_back'),
    ['pause'],
    0,
    /^The turn was taken back/,
  ],
  ['resume', paused, endsWith('finished'), ['resume'], 0, /^The turn is finished\.\n$/],
  ['resume that is paused again', paused, endsWith('paused'), ['resume'], 1, /^The turn rests/],
  ['resume that meets a limit', paused, endsWith('limit_reached'), ['resume'], 1, /at a limit/],
  ['cancel', running, endsWith('cancelled'), ['cancel'], 0, /^The turn is cancelled\.\n$/],
  ['abandon', paused, endsWith('cancelled'), ['abandon'], 0, /^The turn is cancelled\.\n$/],
  ['queue', running, ackOnly, ['queue', 'later'], 0, new RegExp(`^${turnId}\n$`)],
  ['notify', idle, ackOnly, ['notify', 'news'], 0, /^Taken\.\n$/],
]

for (const [title, status, play, argv, code, out] of cells) {
  test(`${title} says what came of it and ends with ${code}`, async (t) => {
    const said = await yoiCtl(await pod(t, status, play), ['alpha', ...argv])
    t.is(said.code, code)
    t.regex(said.out, out)
  })
}

test('withdraw prints the text that comes back', async (t) => {
  const segments = [{ kind: 'text', content: 'not yet' }]
  const path = await pod(t, running, (method, { send }) => send(ack(method, { segments })))
  const { code, out } = await yoiCtl(path, ['alpha', 'withdraw', turnId])
  t.deepEqual([code, out], [0, 'not yet\n'])
})

test('shutdown waits until the Pod has closed the connection', async (t) => {
  const path = await pod(t, idle, (method, { send, say, stand }) => {
    send(ack(method))
    say({ event: 'shutdown', data: { by: 'host' } })
    void stand.server.close()
  })
  const { code, out } = await yoiCtl(path, ['alpha', 'shutdown'])
  t.deepEqual([code, out], [0, 'Pod alpha has left.\n'])
})

test('a Pod that dies in a turn ends the waiting with 1 and says what is known', async (t) => {
  const path = await pod(t, idle, (method, { send, stand }) => {
    send(ack(method, { input: turnId }))
    void stand.server.close()
  })
  const { code, err } = await yoiCtl(path, ['alpha', 'run', 'hi'])
  t.is(code, 1)
  t.regex(
    err,
    /^yoi: The Pod .* The call was taken; the log .* of it\. .* yoi -r goes on with its session\.\n$/,
  )
})

test('history prints the items, and only as many records as asked for', async (t) => {
  const asked: unknown[] = []
  const item = {
    role: 'assistant' as const,
    turn: turnId,
    seq: 7,
    content: [{ type: 'text' as const, text: 'Hello.' }],
  }
  const said = { type: 'tool_result', call: '4.0', outcome: 'ok', summary: '2 files', content: '' }
  const result = { role: 'user', turn: turnId, seq: 6, content: [said] } as never
  const path = await pod(t, idle, (method, { send }) => {
    asked.push('params' in method ? method.params : undefined)
    const data = { from: 6, total: 8, items: [result, item], segments: [], records: [] }
    send({ event: 'history', data })
  })
  const { code, out } = await yoiCtl(path, ['alpha', 'history', '5'])
  t.is(code, 0)
  t.is(out, 'Records from #6 on, 8 in all.\n\n#6 tool\nok: 2 files\n\n#7 assistant\nHello.\n')
  t.deepEqual(asked, [{ limit: 5 }])
})

test('the history of a session in which nothing has happened promises no more of it', async (t) => {
  const path = await pod(t, idle, ({ id }, { send }) => {
    send({ event: 'history', data: { from: 0, total: 0, items: [], segments: [], records: [] } })
    send(ack({ id }))
  })
  const { code, out } = await yoiCtl(path, ['alpha', 'history'])
  t.deepEqual([code, out], [0, 'Nothing has happened in this session yet.\n'])
})

test('alerts and retries are told on stderr while a run waits', async (t) => {
  const path = await pod(t, idle, (method, talk) => {
    const retry = { turn: turnId, attempt: 2, of: 4, wait_ms: 1500, code: 'overloaded' }
    talk.say({ event: 'retry', data: { ...retry, message: 'The model is overloaded.' } })
    playRun(method, talk)
  })
  const { err } = await yoiCtl(path, ['alpha', 'run', 'hi'])
  t.is(err, 'The model is overloaded. Trying again in 2 s (attempt 3 of 5).\n')
})

for (const argv of [
  ['alpha', 'run'],
  ['alpha', 'run', '-'],
]) {
  test(`${argv.join(' ')} takes its text from a pipe, without the last newline`, async (t) => {
    const sent: Method[] = []
    const path = await pod(t, idle, (method, talk) => {
      sent.push(method)
      playRun(method, talk)
    })
    t.is((await yoiCtl(path, argv, 'two\nlines\n')).code, 0)
    t.like(sent[0], { params: { input: [{ kind: 'text', content: 'two\nlines' }] } })
  })
}

const misused: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp, (string | Buffer)?]> = [
  [[], /needs a Pod and a method/],
  [['alpha'], /needs a Pod and a method/],
  [['alpha', 'fly'], /"fly" is no method; it is one of run, queue/],
  [['alpha', 'toString'], /is no method/],
  [['alpha', 'pause', 'now'], /pause takes nothing more/],
  [['alpha', 'run'], /run needs a text/],
  [['alpha', 'run', '  '], /The text is empty/],
  [['alpha', 'queue'], /The text is empty/, ''],
  [['alpha', 'run'], /not UTF-8/, Buffer.from([0xff, 0xfe])],
  [['alpha', 'run'], /too long for one message, which holds 4 MiB/, 'x'.repeat(4_194_305)],
  [['alpha', 'withdraw'], /withdraw needs the id/],
  [['alpha', 'withdraw', '7'], /withdraw needs the id/],
  [['alpha', 'history', 'all'], /history takes a number of records from 1 to 2000/],
  [['alpha', 'run', 'hi', '--loud'], /--loud/],
]

for (const [argv, sentence, stdin] of misused) {
  test(`ctl ${argv.join(' ')} is misused: ${sentence.source}`, async (t) => {
    const { code, out, err } = await yoiCtl(undefined, argv, stdin)
    t.deepEqual([code, out], [2, ''])
    t.regex(err, sentence)
  })
}

test('a Pod that does not run is said in the sentence of the look-up', async (t) => {
  t.deepEqual(await yoiCtl(undefined, ['alpha', 'pause']), {
    code: 1,
    out: '',
    err: 'yoi: No Pod alpha runs.\n',
  })
})
