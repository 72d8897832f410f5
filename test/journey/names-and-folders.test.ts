import { existsSync } from 'node:fs'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { logOf, onlyLog, onlySession, recordsOf, startPod } from '../support/pod-process.js'
import { allGone, runYoiIn, type YoiWorld, yoiWorld } from '../support/yoi-process.js'
import { yoiScreen } from '../support/yoi-screen.js'

const named = (name: string): string => `pod.name = ${JSON.stringify(name)}`

test.serial('a folder and a link to it are one: scope, offer, and yoi -c', async (t) => {
  const world = await yoiWorld(t)
  const link = join(world.home, 'link')
  await symlink(world.work, link)
  const pod = await startPod(world, { argv: ['--cwd', link], overlays: [named('lab')] })
  const refused = await runYoiIn(world, ['pod', '--overlay', named('second')])
  t.is(refused.code, 1)
  t.regex(refused.stderr, /held by Pod lab/)
  const offered = yoiScreen(world, [])
  await offered.shows('Pod lab works in this folder')
  offered.write('\x1b')
  t.is((await offered.exit).exitCode, 130)
  await pod.client.run('hello')
  await pod.client.waitFor('run_end')
  pod.client.send({ method: 'shutdown' })
  await pod.process.ended
  t.is(recordsOf(logOf(world, pod.session), 'SessionStarted')[0]?.data.cwd, link)
  for (const cwd of [world.work, link]) {
    const screen = yoiScreen(world, ['-c'], { cwd })
    await screen.shows('> hello')
    await screen.shows('idle · type to start')
    screen.write('\x04')
    t.is((await screen.exit).exitCode, 0)
  }
  t.is(onlyLog(world), logOf(world, pod.session))
})

/** A session that was used in this folder, which has moved away since. */
const withoutItsFolder = async (world: YoiWorld, folder: string): Promise<string> => {
  await mkdir(folder)
  const { code, stderr } = await runYoiIn(world, ['run', 'hello'], { cwd: folder })
  world.t.is(code, 0, stderr)
  await rename(folder, join(world.home, 'away'))
  return onlySession(world)
}

test.serial(
  'a session whose folder is gone says so and how to go on, and goes on with --cwd, saying so',
  async (t) => {
    const world = await yoiWorld(t)
    const old = join(world.home, '古い 場所')
    const session = await withoutItsFolder(world, old)
    const said = `The session's folder ${old} is gone: name another one with --cwd, as in yoi --session ${session} --cwd DIR; yoi run takes both as well`
    const pod = await runYoiIn(world, ['pod', '--session', session])
    t.deepEqual([pod.code, pod.stdout, pod.stderr], [1, '', `yoi: ${said}\n`])
    const screen = yoiScreen(world, ['--session', session], { columns: 300 })
    t.is((await screen.exit).exitCode, 1)
    t.true(screen.output().includes(said), screen.output())
    t.false(screen.output().includes('Resume Pod'))
    const elsewhere = ['--session', session, '--cwd', world.work]
    const inRun = await runYoiIn(world, ['run', 'hello', ...elsewhere])
    t.is(inRun.code, 0, inRun.stderr)

    const { client, ...moved } = await startPod(world, { argv: elsewhere })
    const { greeting } = (await client.waitFor('snapshot')).data
    t.is(greeting.cwd, world.work)
    const alert = await client.waitFor('alert')
    t.is(
      alert.data.message,
      `This session was begun in ${old}, as the model was told; it goes on in ${world.work}.`,
    )
    await client.run('run pwd')
    await client.waitFor('run_end')
    t.is(moved.session, session)
    t.regex(recordsOf(onlyLog(world), 'ToolCallCompleted')[0]?.data.content ?? '', /\/work\b/)
  },
)

test.serial('a session that went on elsewhere belongs to that folder from then on', async (t) => {
  const world = await yoiWorld(t)
  const old = join(world.home, 'old')
  const session = await withoutItsFolder(world, old)
  const folderOf = async (): Promise<string> => {
    const { stdout } = await runYoiIn(world, ['sessions', '--json'])
    return JSON.parse(stdout)[0].cwd
  }
  t.is(await folderOf(), old)
  const moved = await runYoiIn(world, ['run', 'moved', '--session', session, '--cwd', world.work])
  t.is(moved.code, 0, moved.stderr)
  t.is(await folderOf(), world.work)

  const unnamed = await runYoiIn(world, ['run', 'again', '--session', session])
  t.is(unnamed.code, 0, unnamed.stderr)
  const screen = yoiScreen(world, ['-c'])
  await screen.shows('> again')
  await screen.shows('idle · type to start')
  screen.write('\x04')
  t.is((await screen.exit).exitCode, 0)
  t.true(screen.output().includes(`yoi --session ${session}`))
  t.is(await folderOf(), world.work)

  await mkdir(old)
  const back = await runYoiIn(world, ['run', 'back', '--session', session, '--cwd', old])
  t.is(back.code, 0, back.stderr)
  t.is(await folderOf(), old)
  t.deepEqual(
    recordsOf(onlyLog(world), 'PodAttached').map(({ data }) => data.cwd),
    [old, world.work, world.work, old],
  )
})

test.serial(
  'yoi --session --cwd goes on in another folder, refuses one that is none, and moves no live Pod',
  async (t) => {
    const world = await yoiWorld(t)
    const session = await withoutItsFolder(world, join(world.home, 'old'))
    const nowhere = yoiScreen(world, ['--session', session, '--cwd', 'no'], { columns: 300 })
    t.is((await nowhere.exit).exitCode, 1)
    t.regex(nowhere.output(), /There is no folder \S+\/no: name one that exists with --cwd\./)

    // The folder is seen from where the command was called.
    const argv = ['--session', session, '--cwd', 'new']
    await mkdir(join(world.work, 'new'))
    const screen = yoiScreen(world, argv)
    await screen.shows('Resume Pod / session: ')
    await screen.shows('in ~/work/new')
    screen.write('\x15moved\r')
    await screen.shows('idle · type to start')
    t.regex(screen.text(), /folder: \S+\/work\/new$/m)
    t.true(screen.text().includes('> hello'))
    const { stdout } = await runYoiIn(world, ['pods', '--json'])
    t.like(JSON.parse(stdout), [{ pod: 'moved', session }])

    const again = yoiScreen(world, argv, { columns: 300 })
    t.is((await again.exit).exitCode, 1)
    t.regex(again.output(), /is open in Pod moved/)
    for (const alone of [
      ['--cwd', 'new'],
      ['-c', '--cwd', 'new'],
    ]) {
      const misused = await runYoiIn(world, alone)
      t.is(misused.code, 2)
      t.regex(misused.stderr, /^yoi: --cwd goes with --session only\./)
    }
  },
)

test('a user whom the system has no entry for, as in a container, runs yoi', async (t) => {
  const world = await yoiWorld(t)
  const nobody = join(world.home, 'nobody.mjs')
  await writeFile(
    nobody,
    `import os from 'node:os'
import { syncBuiltinESMExports } from 'node:module'
os.userInfo = () => { throw new Error('uv_os_get_passwd returned ENOENT') }
syncBuiltinESMExports()`,
  )
  const env = { NODE_OPTIONS: `--import=${nobody}`, YOI_HOME: '', XDG_RUNTIME_DIR: '' }
  const run = await runYoiIn(world, ['run', 'hello'], { env: { ...env, TMPDIR: world.home } })
  t.is(run.code, 0, run.stderr)
  const doctor = await runYoiIn(world, ['doctor'], { env })
  t.notRegex(doctor.stdout + doctor.stderr, /uv_os_get_passwd/)
})

test('an option of another command is named with the commands that take it', async (t) => {
  const world = await yoiWorld(t)
  const misused = await runYoiIn(world, ['--overlay=offline.script="replies.json"'])
  t.is(misused.code, 2)
  t.regex(misused.stderr, /^yoi: --overlay goes with yoi run and yoi pod; yoi <pod> shows /)
  t.notRegex((await runYoiIn(world, ['toString', 'x'])).stderr, /goes with/)
})

const names: ReadonlyArray<readonly [what: string, typed: string, name: string]> = [
  ['255 bytes', 'a'.repeat(255), 'a'.repeat(255)],
  ['85 kanji, which are 255 bytes', '漢'.repeat(85), '漢'.repeat(85)],
  ['text that is not in NFC', 'か\u3099くせい', 'がくせい'],
  ['blanks, quotes and a dollar', `it's "my" $pod`, `it's "my" $pod`],
]

for (const [what, typed, name] of names)
  test.serial(`a Pod named by ${what} is started, asked, attached to and stopped`, async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world, { overlays: [named(typed)] })
    t.is(pod.pod, name)
    const ctl = await runYoiIn(world, ['ctl', typed, 'run', 'hello'])
    t.is(ctl.code, 0, ctl.stderr)
    const screen = yoiScreen(world, [typed], { columns: 300 })
    await screen.shows(`Pod ${name}`)
    await screen.shows('> hello')
    await screen.shows('idle · type to start')
    screen.write('\x04')
    t.is((await screen.exit).exitCode, 0)
    t.regex(screen.output(), /has shut down\. Come back to its session with:\r?\nyoi --session /)
    t.is((await pod.process.ended).code, 0)
    const back = yoiScreen(world, ['--session', pod.session], { columns: 300 })
    await back.shows(`Name: ${name}`)
    back.write(`\x15${typed}\r`)
    await back.shows(`yoi · Pod ${name}`)
    await back.shows('> hello')
    await back.shows('idle · type to start')
    back.write('\x04')
    t.is((await back.exit).exitCode, 0)
    // A Pod that is killed leaves its socket, and for a long name that is outside the world.
    await allGone(world)
  })

const refused: ReadonlyArray<readonly [what: string, name: string, said: string]> = [
  [
    '90 kanji, which are 270 bytes',
    '漢'.repeat(90),
    'it has 270 bytes in UTF-8, which is over 255 bytes',
  ],
  ['a hyphen in front', '-x', 'it starts with "-"'],
  ['a command to come', 'fork', 'it is the name of a command'],
  ['a slash', 'a/b', 'it holds a "/"'],
]

test.serial(
  'names that no Pod can have are refused with the reason, and nothing is left',
  async (t) => {
    const world = await yoiWorld(t)
    for (const [what, name, said] of refused) {
      const pod = await runYoiIn(world, ['pod', '--overlay', named(name)])
      t.is(pod.code, 1, what)
      t.true(pod.stderr.includes(said), pod.stderr)
    }
    const screen = yoiScreen(world, [])
    await screen.shows('Name: work')
    for (const [, name, said] of refused) {
      screen.write(`\x15${name}\r`)
      await screen.until(() => joined(screen.lines()).includes(said), said)
    }
    screen.write('\x1b')
    t.is((await screen.exit).exitCode, 130)
    t.false(existsSync(join(world.yoiHome, 'run')))
    for (const argv of [['-x'], ['ctl', '-x', 'run', 'hello']]) {
      const { code, stderr } = await runYoiIn(world, argv)
      t.is(code, 2, stderr)
    }
  },
)

/** The screen as running text, for what was wrapped. */
const joined = (lines: ReadonlyArray<string>): string => lines.join(' ').replace(/ +/g, ' ')

test.serial('a home too long for a socket has its sockets in the short folder', async (t) => {
  const plain = await yoiWorld(t)
  const yoiHome = join(plain.home, 'long'.repeat(30))
  const world: YoiWorld = { ...plain, yoiHome, env: { ...plain.env, YOI_HOME: yoiHome } }
  const pod = await startPod(world, { overlays: [named('lab')] })
  t.true(Buffer.byteLength(pod.socket) <= 103, pod.socket)
  t.false(pod.socket.startsWith(yoiHome))
  const ctl = await runYoiIn(world, ['ctl', 'lab', 'run', 'hello'])
  t.is(ctl.code, 0, ctl.stderr)
  const screen = yoiScreen(world, ['lab'])
  await screen.shows('> hello')
  await screen.shows('idle · type to start')
  screen.write('\x04')
  t.is((await screen.exit).exitCode, 0)
  t.is((await pod.process.ended).code, 0)
  t.false(existsSync(pod.socket))
  const back = yoiScreen(world, ['-c'])
  await back.shows('> hello')
  await back.shows('idle · type to start')
  back.write('\x04')
  t.is((await back.exit).exitCode, 0)
  await allGone(world)
})
