import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import test from 'ava'
import { refuses, replies } from '../support/loopback-behaviours.js'
import { loopbackModel } from '../support/loopback-model.js'
import {
  onlyLog,
  recordsIn,
  recordsOf,
  scripted,
  startPod,
  typesIn,
} from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { startFixture } from '../support/run-fixture.js'
import { mainFile } from '../support/run-yoi.js'
import { put } from '../support/temp-home.js'
import {
  allGone,
  processesOf,
  runYoiIn,
  startYoi,
  type YoiWorld,
  yoiWorld,
} from '../support/yoi-process.js'

const quick = ['--overlay', 'offline.delay_ms = 0']

test.serial('without a key, a terminal or words, yoi plays a real turn and says so', async (t) => {
  const world = await yoiWorld(t)
  await put(join(world.work, 'hello.txt'), 'Hello from a file.\n')
  const run = await runYoiIn(world, [])
  t.is(run.code, 0, run.stderr)
  t.regex(
    run.stderr,
    /No terminal here: playing one turn as yoi run does, with a built-in prompt\./,
  )
  t.regex(run.stdout, /hello\.txt/)
  const log = onlyLog(world)
  t.is(recordsOf(log, 'ToolCallStarted')[0]?.data.name, 'Glob')
  t.is(recordsOf(log, 'TurnEnded')[0]?.data.result, 'finished')
  t.is(await pythonSays(log), 'intact whole')
  await allGone(world)
})

test.serial('the prompt comes from stdin when that is a file', async (t) => {
  const world = await yoiWorld(t)
  await put(join(world.work, 'hello.txt'), 'Hello from a file.\n')
  const stdin = openSync(await put(join(world.home, 'prompt'), 'Read hello.txt\n'), 'r')
  const run = await runYoiIn(world, [], { stdin })
  closeSync(stdin)
  t.is(run.code, 0, run.stderr)
  t.regex(run.stderr, /with the prompt from stdin/)
  t.regex(run.stdout, /Hello from a file\./)
  t.deepEqual(submittedIn(onlyLog(world)), ['Read hello.txt'])
})

test.serial('the prompt comes from stdin when that is a pipe that gives something', async (t) => {
  const world = await yoiWorld(t)
  const yoi = startYoi(world, [], { stdin: 'pipe' })
  yoi.child.stdin?.end('hello')
  t.is((await yoi.ended).code, 0, yoi.stderr())
  t.regex(yoi.stderr(), /with the prompt from stdin/)
  t.deepEqual(submittedIn(onlyLog(world)), ['hello'])
})

test.serial('a pipe that gives nothing within a second does not keep yoi waiting', async (t) => {
  const world = await yoiWorld(t)
  const yoi = startYoi(world, [], { stdin: 'pipe' })
  t.is((await yoi.ended).code, 0, yoi.stderr())
  t.regex(yoi.stderr(), /with a built-in prompt/)
})

for (const [title, argv, stdin, submitted] of [
  ['a - is the text on stdin', ['-'], 'hello\n', 'hello'],
  ['a - behind a prompt sends stdin along', ['hello', '-'], 'a\nb\n', 'hello\n\na\nb'],
] as const)
  test.serial(`the prompt of yoi run: ${title}`, async (t) => {
    const world = await yoiWorld(t)
    const yoi = startYoi(world, ['run', ...argv, ...quick], { stdin: 'pipe' })
    yoi.child.stdin?.end(stdin)
    t.is((await yoi.ended).code, 0, yoi.stderr())
    t.deepEqual(submittedIn(onlyLog(world)), [submitted])
  })

test.serial('stdin that is not sent along with a prompt is said, and left unread', async (t) => {
  const world = await yoiWorld(t)
  const stdin = openSync(await put(join(world.home, 'more'), 'more\n'), 'r')
  const run = await runYoiIn(world, ['run', 'hello', ...quick], { stdin })
  closeSync(stdin)
  t.is(run.code, 0, run.stderr)
  t.true(run.stderr.startsWith('stdin is not read beside a prompt; a - behind the prompt sends'))
  t.deepEqual(submittedIn(onlyLog(world)), ['hello'])
})

test.serial('an empty stdin is no prompt, and no Pod is started', async (t) => {
  const world = await yoiWorld(t)
  const run = await runYoiIn(world, ['run', '-'])
  t.is(run.code, 2)
  t.is(run.stderr, 'yoi run: Nothing is on stdin: there is no prompt. See yoi run --help.\n')
  t.false(existsSync(join(world.yoiHome, 'data', 'sessions')))
})

test.serial('yoi run tells each call with what it asks for, and why one failed', async (t) => {
  const world = await yoiWorld(t)
  await put(join(world.work, 'hello.txt'), 'The moon is far.\n')
  const run = await runYoiIn(world, ['run', 'read hello.txt; run ls nowhere', ...quick])
  t.is(run.code, 0, run.stderr)
  t.true(run.stderr.startsWith('→ Read hello.txt\n  1 line\n→ Bash ls nowhere\n  failed: exit 2'))
  t.regex(run.stderr, /^ {2}failed: .* · ls: .*nowhere.*: No such file or directory$/m)
})

test.serial('yoi run really reads the file and answers with what it says', async (t) => {
  const world = await yoiWorld(t)
  await put(join(world.work, 'hello.txt'), 'The moon is far.\n')
  const run = await runYoiIn(world, ['run', 'Read hello.txt and tell me what it says', ...quick])
  t.is(run.code, 0, run.stderr)
  t.regex(run.stdout, /The moon is far\./)
  const log = onlyLog(world)
  t.deepEqual(
    recordsOf(log, 'ToolCallStarted').map(({ data }) => data.name),
    ['Read'],
  )
  t.regex(recordsOf(log, 'ToolCallCompleted')[0]?.data.content ?? '', /The moon is far\./)
  t.is(await pythonSays(log), 'intact whole')
  await allGone(world)
})

test.serial('a long output of a command lies whole among the data of its session', async (t) => {
  const world = await yoiWorld(t)
  const run = await runYoiIn(world, ['run', 'run seq 90000', ...quick])
  t.is(run.code, 0, run.stderr)
  const log = onlyLog(world)
  const file = recordsOf(log, 'ToolCallCompleted')[0]?.data.cut?.file ?? ''
  t.is(dirname(file), join(world.yoiHome, 'data', 'outputs', basename(log, '.jsonl')))
  t.true(readFileSync(file, 'utf8').endsWith('\n89999\n90000\n'))
})

test.serial(
  'a yoi that a command of a Pod starts has a session and a log of its own',
  async (t) => {
    const world = await yoiWorld(t)
    const inner = `mkdir "$HOME/inner"; cd "$HOME/inner"; ${process.execPath} ${mainFile} run thanks`
    const outer = await runYoiIn(world, ['run', `run \`${inner}\``])
    t.is(outer.code, 0, outer.stderr)
    t.regex(outer.stdout, /You are welcome|welcome/)
    const listed = JSON.parse((await runYoiIn(world, ['sessions', '--json'])).stdout)
    t.deepEqual(
      listed.map(({ cwd }: { cwd: string }) => cwd).sort(),
      [join(world.home, 'inner'), world.work].sort(),
    )
    const verified = JSON.parse((await runYoiIn(world, ['verify', '--all', '--json'])).stdout)
    t.deepEqual(
      verified.map(({ intact, complete }: Record<string, unknown>) => [intact, complete]),
      [
        [true, true],
        [true, true],
      ],
    )
  },
)

test.serial('yoi run --json prints JSON lines and nothing else on stdout', async (t) => {
  const world = await yoiWorld(t)
  const run = await runYoiIn(world, ['run', 'run printf two', '--json', ...quick])
  t.is(run.code, 0, run.stderr)
  t.true(run.stdout.endsWith('\n'))
  const lines = run.stdout.split('\n').slice(0, -1)
  const told = lines.map((line) => JSON.parse(line) as { event: string; data: object })
  t.true(told.every(({ event, data }) => typeof event === 'string' && typeof data === 'object'))
  const toldRecords = told.filter(({ event }) => event === 'record').map(({ data }) => data)
  t.deepEqual(toldRecords, recordsIn(onlyLog(world)).slice(0, toldRecords.length) as object[])
  t.true(toldRecords.some((record) => 'type' in record && record.type === 'TurnEnded'))
  t.is(told.filter(({ event }) => event === 'run_end').length, 1)
})

test.serial('Ctrl-C ends yoi run with 130 and leaves the turn to be resumed', async (t) => {
  const world = await yoiWorld(t)
  const script = await scripted(world, [{ text: 'Some words that hang', hang: 'mid', after: 2 }])
  const yoi = startYoi(world, ['run', 'go on', '--overlay', script, ...quick])
  await yoi.until(() => yoi.stdout().includes('Some'), 'the first words')
  yoi.kill('SIGINT')
  t.deepEqual(await yoi.ended, { code: 130, signal: null })
  t.regex(
    yoi.stderr(),
    /^yoi: Interrupted; the turn is paused\. To resume it: yoi --session \S+ and Enter on/m,
  )
  t.deepEqual(processesOf(world), [])
  const log = onlyLog(world)
  t.deepEqual(typesIn(log).slice(-3), ['StopRequested', 'TurnPaused', 'PodDetached'])

  const session = readFileSync(log, 'utf8').match(/"session":"([^"]+)"/)?.[1] ?? ''
  const pod = await startPod(world, { argv: ['--session', session] })
  t.is((await pod.client.waitFor('snapshot')).data.status, 'paused')
  pod.client.send({ method: 'resume' })
  t.is((await pod.client.waitFor('run_end')).data.result, 'finished')
})

test.serial('Ctrl-C before anything was shown takes the turn back', async (t) => {
  const world = await yoiWorld(t)
  const script = await scripted(world, [{ hang: 'headers' }])
  const yoi = startYoi(world, ['run', 'go on', '--json', '--overlay', script, ...quick])
  await yoi.until(() => yoi.stdout().includes('"round_start"'), 'a request')
  yoi.kill('SIGINT')
  t.is((await yoi.ended).code, 130)
  const session = basename(onlyLog(world), '.jsonl')
  t.is(
    yoi.stderr(),
    'yoi: Interrupted before any reply; the turn was taken back. To go on in this session: ' +
      `yoi run --session ${session} "your words".\n`,
  )
  t.deepEqual(typesIn(onlyLog(world)).slice(-3), ['StopRequested', 'HeadReset', 'PodDetached'])
})

test.serial('Ctrl-C while the Pod is starting sends nothing and leaves nothing', async (t) => {
  const world = await yoiWorld(t)
  const { yoi, holder } = await heldInItsStart(world)
  yoi.kill('SIGINT')
  await holder.end()
  t.is((await yoi.ended).code, 130)
  t.false(existsSync(join(world.yoiHome, 'data', 'sessions')))
  t.deepEqual(processesOf(world), [])
})

test.serial('yoi run answers what waited in the session too, and loses none of it', async (t) => {
  const world = await yoiWorld(t)
  const script = await scripted(world, [{ text: 'Some words that hang', hang: 'mid', after: 2 }])
  const pod = await startPod(world, { overlays: [script] })
  await pod.client.run('one')
  await pod.client.waitFor('text_delta')
  t.is((await runYoiIn(world, ['ctl', pod.pod, 'queue', 'thanks'])).code, 0)
  t.is((await runYoiIn(world, ['ctl', pod.pod, 'shutdown'])).code, 0)
  await pod.process.ended

  const run = await runYoiIn(world, ['run', 'hello', '--session', pod.session, ...quick])

  t.is(run.code, 0, run.stderr)
  t.regex(run.stdout, /Hello![^]*You are welcome/)
  t.regex(run.stderr, /→ an input that waited in the queue/)
  const ends = recordsOf(onlyLog(world), 'TurnEnded').map(({ data }) => data.result)
  t.deepEqual(ends, ['cancelled', 'finished', 'finished'])
  t.deepEqual(recordsOf(onlyLog(world), 'HeadReset'), [])
  await allGone(world)
})

test.serial('a reader that goes away takes the Pod along', async (t) => {
  const world = await yoiWorld(t)
  const script = await scripted(world, [{ text: 'word '.repeat(9000), delay_ms: 300 }])
  const argv = ['run', 'go on', '--json', '--overlay', script]
  const yoi = startYoi(world, argv)
  await yoi.until(() => yoi.stdout().includes('text_delta'), 'the first words')
  yoi.child.stdout?.destroy()
  t.is((await yoi.ended).code, 1, 'the turn did not finish')
  await allGone(world)
  t.is(typesIn(onlyLog(world)).at(-1), 'PodDetached')
})

for (const [title, steps, sign] of [
  ['in the middle of a text', [{ text: 'Some words that hang', hang: 'mid', after: 2 }], 'Some'],
  ['while a tool runs', [{ calls: [{ name: 'Bash', input: { command: 'sleep 1000' } }] }], 'Bash'],
] as const)
  test.serial(`kill -9 of yoi run ${title} ends its Pod, with the turn at rest`, async (t) => {
    const world = await yoiWorld(t)
    const script = await scripted(world, steps)
    const yoi = startYoi(world, ['run', 'go on', '--overlay', script, ...quick])
    const said = () => yoi.stdout().includes(sign) || yoi.stderr().includes(sign)
    await yoi.until(said, 'the turn works')
    yoi.kill('SIGKILL')
    t.is((await yoi.ended).signal, 'SIGKILL')

    await allGone(world)
    const log = onlyLog(world)
    t.is(recordsOf(log, 'StopRequested')[0]?.data.by, 'starter')
    t.deepEqual(typesIn(log).slice(-2), ['TurnPaused', 'PodDetached'])
    t.is(await pythonSays(log), 'intact whole')
    t.is((await runYoiIn(world, ['pods', '--json'])).stdout.trim(), '[]')
  })

test.serial('kill -9 of yoi run while its Pod starts leaves no Pod', async (t) => {
  const world = await yoiWorld(t)
  const { yoi, holder } = await heldInItsStart(world)
  yoi.kill('SIGKILL')
  await yoi.ended
  await holder.end()
  await allGone(world)
  t.false(existsSync(join(world.yoiHome, 'data', 'sessions')))
})

test.serial('a Pod that is killed under yoi run is said in a sentence', async (t) => {
  const world = await yoiWorld(t)
  const script = await scripted(world, [{ text: 'Some words that hang', hang: 'mid', after: 2 }])
  const yoi = startYoi(world, ['run', 'go on', '--overlay', script, ...quick])
  await yoi.until(() => yoi.stdout().includes('Some'), 'the first words')
  const pods = JSON.parse((await runYoiIn(world, ['pods', '--json'])).stdout)
  process.kill(pods[0].pid, 'SIGKILL')
  t.is((await yoi.ended).code, 1)
  t.regex(yoi.stderr(), /yoi: The Pod .*closed the connection\. To go on .*"your words"\.\n$/)
  t.deepEqual(processesOf(world), [])
})

test.serial(
  'a failed turn of yoi run says how another run goes on, not what a screen has',
  async (t) => {
    const world = await yoiWorld(t)
    const server = await loopbackModel([refuses(529), replies('Well again.')])
    t.teardown(server.close)
    const model = `model = { ref = "anthropic/x", base_url = "${server.url}", retries = 0 }`
    const failed = await runYoiIn(world, ['run', 'hello', '--overlay', model])
    t.is(failed.code, 1)
    t.regex(failed.stderr, /is overloaded .*then try again\./)
    t.notRegex(failed.stderr, /resume|Enter/i)

    const [, session = ''] = /yoi run --session (\S+) "your words"\.\n$/.exec(failed.stderr) ?? []
    const again = await runYoiIn(world, ['run', 'go on', '--session', session, '--overlay', model])
    t.is(again.code, 0, again.stderr)
    t.is(again.stdout.trim(), 'Well again.')
    await allGone(world)
  },
)

test.serial('what yoi run cannot do is said in a sentence and ends with 1', async (t) => {
  const world = await yoiWorld(t)
  const overlay = await runYoiIn(world, ['run', 'hello', '--overlay', 'model.ref = 7'])
  t.is(overlay.code, 1)
  t.regex(overlay.stderr, /^yoi: .*model\.ref.*\.\n$/)
  const toml = await runYoiIn(world, ['run', 'hello', '--overlay', 'model = ['])
  t.is(toml.code, 1)
  t.regex(toml.stderr, /^yoi: [^\n]+\.\n$/)
  const session = await runYoiIn(world, ['run', 'hello', '--session', 'nothing-like-it'])
  t.is(session.code, 1)
  t.regex(session.stderr, /^yoi: .*nothing-like-it.*\n$/)
  const script = await runYoiIn(world, ['run', 'hi', '--overlay', 'offline.script = "/none"'])
  t.is(script.code, 1)
  t.regex(
    script.stderr,
    /^yoi: The offline script \/none does not exist: correct offline\.script in the manifest\.\n$/,
  )
  const file = await put(join(world.home, 'file'), '')
  const home = await runYoiIn(world, ['run', 'hello'], { env: { YOI_HOME: file } })
  t.is(home.code, 1)
  t.regex(home.stderr, /^yoi: [^\n]*\/file[^\n]*\.\n$/)
  for (const { stdout } of [overlay, toml, session, script, home]) t.is(stdout, '')
  t.is((await runYoiIn(world, ['run'])).code, 2)
  t.deepEqual(processesOf(world), [])
})

/** `yoi run` whose Pod starts for as long as the holder lives: it has the guard of the registry. */
const heldInItsStart = async (world: YoiWorld) => {
  const guard = join(world.yoiHome, 'data', 'scope.guard')
  const holder = startFixture(world.t, 'hold-guard', [guard, 'a test'])
  await holder.line()
  const yoi = startYoi(world, ['run', 'hello', ...quick])
  await yoi.until(() => isStarting(world), 'the Pod is being started')
  return { yoi, holder }
}

const isStarting = ({ yoiHome }: YoiWorld): boolean => {
  const run = join(yoiHome, 'run')
  return existsSync(run) && readdirSync(run).some((name) => name.startsWith('.starting-'))
}

const submittedIn = (log: string): ReadonlyArray<string> =>
  recordsOf(log, 'InputSubmitted').flatMap(({ data }) =>
    data.segments.map((segment) => ('content' in segment ? String(segment.content) : '')),
  )
