import { isUtf8 } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { refuses, replies } from '../support/loopback-behaviours.js'
import { type LoopbackModel, loopbackModel } from '../support/loopback-model.js'
import { logOf, type PodProcess, recordsIn, recordsOf, startPod } from '../support/pod-process.js'
import { openPty } from '../support/pty-screen.js'
import { pythonSays } from '../support/python-verifier.js'
import { mainFile } from '../support/run-yoi.js'
import { runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

// CR, LF, both separators, NUL, a lone surrogate, OSC 52, CSI, a C1 control and a bidi control.
const hostile =
  'a\r\nb\u2028c\u2029d\0e\ud800f\x1b]52;c;ZXZpbA==\x07g\x1b[2J\x1b[7;7Hh\x9b31mi\u202ej'
// What of it a file's name may hold.
const hostileName = 'n\r\n\u2028\x1b]52;c;ZXZpbA==\x07\x1b[7;7H\u009b31m\u202e.txt'
const printed = String.raw`printf 'o\r\n\342\200\250\000\355\240\200\033]52;c;ZXZpbA==\007\033[7;7H\302\23331m'`

test.serial(
  'hostile text stays one record through every door and reaches the model well-formed',
  async (t) => {
    const { world, pod, server } = await playedWorld(t)
    const log = logOf(world, pod.session)
    t.is(await pythonSays(log), 'intact whole')
    const verify = await runYoiIn(world, ['verify', pod.session, '--json'])
    t.is(JSON.parse(verify.stdout).intact, true, verify.stdout)
    const bytes = readFileSync(log)
    t.is(bytes.filter((byte) => byte === 0x0a).length, recordsIn(log).length)
    t.is(bytes.filter((byte) => byte < 0x20 && byte !== 0x0a).length, 0)

    const safe = hostile.replace('\ud800', '\ufffd')
    const [submit] = recordsOf(log, 'InputSubmitted')
    t.deepEqual(submit?.data.segments, [{ kind: 'text', content: safe }])
    t.is(recordsOf(log, 'NoticeReceived')[0]?.data.message, safe)
    // Glob and Read run together and are recorded as they come; their ids tell the order.
    const [bash, glob, read] = recordsOf(log, 'ToolCallCompleted')
      .toSorted((a, b) => (a.data.call < b.data.call ? -1 : 1))
      .map(({ data }) => data.content)
    t.true(bash?.includes('\x1b]52;c;ZXZpbA==\x07\x1b[7;7H\x9b31m'))
    t.regex(glob ?? '', /ZXZpbA/)
    t.true(read?.includes('\x1b]52;c;ZXZpbA==\x07'))
    const reply = recordsOf(log, 'AssistantReplied')[1]?.data.content[0]
    t.is(reply?.type === 'text' && reply.text, safe)

    t.is(server.requests.length, 4)
    for (const { body } of server.requests) {
      t.true(isUtf8(body))
      // A lone surrogate would come out as an escape.
      t.notRegex(JSON.stringify(JSON.parse(body.toString())), /\\ud[89a-f]/i)
    }
    const first = JSON.parse(server.requests[0]?.body.toString() ?? '')
    t.true(JSON.stringify(first.messages).includes(JSON.stringify(safe).slice(1, -1)))
  },
)

test.serial('no terminal gets a control sequence out of hostile text', async (t) => {
  const { world, pod } = await playedWorld(t)
  const commands: ReadonlyArray<ReadonlyArray<string>> = [
    ['replay', pod.session, '--no-pager'],
    ['replay', pod.session, '--at', '8', '--no-pager'],
    ['replay', pod.session, '--json'],
    ['sessions'],
    ['sessions', '--json'],
    ['pods'],
    ['pods', '--json'],
    ['verify', pod.session],
    ['ctl', pod.pod, 'history'],
    ['ctl', pod.pod, 'run', `again ${hostile.replace('\0', '').replace('\ud800', '')}`],
    ['ctl', pod.pod, 'run', 'again', '--json'],
  ]
  for (const argv of commands) {
    const { output } = await onTerminal(t, world, argv)
    // The colours of a replay are its own: whole, and of these forms alone.
    const uncoloured = output.replace(/\x1b\[(?:0|1|9?0|3[1-6]|1;3[26])m/g, '')
    t.notRegex(uncoloured, /(?!\r\n|\n)[\p{Cc}\p{Bidi_Control}]/u, argv.join(' '))
    t.true(output.length > 20, argv.join(' '))
  }
})

test.serial('yoi run on a terminal shows hostile text as marks', async (t) => {
  const world = await yoiWorld(t)
  const call = { type: 'tool_use', id: 'c', name: 'Bash', input: { command: printed } } as const
  const server = await served(t, [replies([call]), replies(hostile), refuses(400, badWords)])
  for (const argv of [
    ['run', 'x\x1b[7;7H'],
    ['run', 'x', '--json'],
  ]) {
    const { output } = await onTerminal(t, world, [...argv, '--overlay', overlayOf(server)])
    t.notRegex(output, /(?!\r\n|\n)[\p{Cc}\p{Bidi_Control}]/u, argv.join(' '))
    t.true(output.length > 20)
  }
  t.is(server.requests.length, 3)
})

test.serial('the screen shows hostile text as marks', async (t) => {
  const { world, pod } = await playedWorld(t)
  const screen = openPty(process.execPath, [mainFile, pod.pod], {
    env: world.env,
    cwd: world.work,
    columns: 120,
    rows: 50,
  })
  t.teardown(async () => {
    screen.kill('SIGKILL')
    await screen.exit
  })
  await screen.shows('␛]52;c;ZXZpbA==␇')
  await screen.shows('Enter to try again')
  // Ours end in other letters, and but for the title no OSC, BEL, C1 or separator is ours.
  const output = screen.output().replace(/\x1b\]2;[^\0-\x1f\x7f-\x9f]*\x07/g, '')
  for (const raw of ['\x1b]', '\x07', '\x1b[7;7H', '\x9b', '\0', '\u202e', '\u2028', '\u2029'])
    t.false(output.includes(raw), JSON.stringify(raw))
})

test.serial('a Pod’s name is refused or shown as marks', async (t) => {
  const world = await yoiWorld(t)
  for (const name of ['a\x1b]0;x\x07', 'a\nb', 'a\x9bb', 'a\0b']) {
    const overlay = `pod.name = ${JSON.stringify(name).replace(/\x9b/, '\\u009b')}`
    const refused = await onTerminal(t, world, ['pod', '--overlay', overlay])
    t.is(refused.code, 1, name)
    t.regex(refused.output, /^yoi: .*control character.*\.\r\n$/)
    t.notRegex(refused.output, /(?!\r|\n)[\p{Cc}\p{Bidi_Control}]/u)
  }
  const strange = 'x\u202ey\u2028z'
  const pod = await startPod(world, { overlays: [`pod.name = ${JSON.stringify(strange)}`] })
  t.is(pod.pod, strange)
  t.notRegex(pod.process.stdout(), /[\u202e\u2028]/)
  const pods = await onTerminal(t, world, ['pods'])
  t.regex(pods.output, /x\\u202ey\\u2028z/)
  t.notRegex(pods.output, /[\p{Bidi_Control}\u2028]/u)
})

const badWords = { message: `no: ${hostile}` }

const served = async (
  t: ExecutionContext,
  behaviours: Parameters<typeof loopbackModel>[0],
): Promise<LoopbackModel> => {
  const server = await loopbackModel(behaviours)
  t.teardown(server.close)
  return server
}

const overlayOf = ({ url }: LoopbackModel): string =>
  `model = { ref = "anthropic/loopback-1", base_url = "${url}", retries = 0 }`

type Played = {
  readonly world: YoiWorld
  readonly pod: PodProcess
  readonly server: LoopbackModel
}

// A session with hostile text in its prompt, tool outputs, file, file name, reply, notice and error.
const playedWorld = async (t: ExecutionContext): Promise<Played> => {
  const world = await yoiWorld(t)
  // A NUL would make it a binary file, which Read does not show.
  writeFileSync(join(world.work, hostileName), hostile.replace('\0', ''))
  const server = await served(t, [
    replies([
      { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: printed } },
      { type: 'tool_use', id: 'c2', name: 'Glob', input: { pattern: '*' } },
      { type: 'tool_use', id: 'c3', name: 'Read', input: { path: hostileName } },
    ]),
    replies(hostile),
    replies('Noted.'),
    refuses(400, badWords),
    replies(hostile),
  ])
  const pod = await startPod(world, { overlays: [overlayOf(server)] })
  const { client } = pod
  await client.run(hostile)
  t.is((await client.waitFor('run_end')).data.result, 'finished')
  await client.waitFor('status', ({ status }) => status === 'idle')
  const noticed = client.heard.length
  await client.ask({ method: 'notify', params: { message: hostile } })
  t.is((await client.waitFor('run_end', undefined, noticed)).data.result, 'finished')
  await client.waitFor('status', ({ status }) => status === 'idle', noticed)
  const asked = client.heard.length
  await client.run('again')
  t.is((await client.waitFor('run_end', undefined, asked)).data.result, 'errored')
  await client.waitFor('status', ({ status }) => status === 'idle', asked)
  return { world, pod, server }
}

// Runs a command under a pseudo terminal to its end.
const onTerminal = async (t: ExecutionContext, world: YoiWorld, argv: ReadonlyArray<string>) => {
  const screen = openPty(process.execPath, [mainFile, ...argv], {
    env: world.env,
    cwd: world.work,
    columns: 200,
  })
  t.teardown(() => screen.kill('SIGKILL'))
  const { exitCode } = await screen.exit
  return { code: exitCode, output: screen.output() }
}
