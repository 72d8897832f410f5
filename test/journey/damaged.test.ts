import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../support/eventually.js'
import { onlyLog, recordsIn } from '../support/pod-process.js'
import { pythonSays } from '../support/python-verifier.js'
import { runYoiIn, startYoi, yoiWorld } from '../support/yoi-process.js'

const quick = ['--overlay', 'offline.delay_ms = 0']

test.serial(
  'a damaged session is refused with the command that goes on, and that command does',
  async (t) => {
    const world = await yoiWorld(t)
    t.is((await runYoiIn(world, ['run', 'hello', ...quick])).code, 0)
    t.is((await runYoiIn(world, ['run', 'thanks', ...quick, '--session', '0'])).code, 0)
    const log = onlyLog(world)
    const whole = await readFile(log, 'utf8')
    const damaged = whole.replace('"content":"thanks"', '"content":"thinks"')
    await writeFile(log, damaged)

    const refused = await runYoiIn(world, ['run', 'and?', '--session', '0'])
    t.is(refused.code, 1)
    const [, command = ''] =
      /and (yoi fork \S+ --at \d+) begins a new session/.exec(refused.stderr) ?? []
    t.not(command, '', refused.stderr)

    const forked = await runYoiIn(world, [...command.split(' ').slice(1), '--json'])
    t.is(forked.code, 0, forked.stderr)
    const { session, log: forkLog } = JSON.parse(forked.stdout)
    const went = await runYoiIn(world, ['run', 'and?', '--session', session, ...quick])
    t.is(went.code, 0, went.stderr)
    t.is(await pythonSays(forkLog), 'intact whole')
    const texts = JSON.stringify(recordsIn(forkLog))
    t.true(texts.includes('"content":"hello"') && !texts.includes('thinks'))
    t.is(await readFile(log, 'utf8'), damaged)
    t.is((await runYoiIn(world, ['verify', session])).code, 0)
    t.is((await runYoiIn(world, ['verify', '--all'])).code, 3)
  },
)

test.serial(
  'a torn tail is said in one line, kept under the name that is told, and gone',
  async (t) => {
    const world = await yoiWorld(t)
    t.is((await runYoiIn(world, ['run', 'hello', ...quick])).code, 0)
    const log = onlyLog(world)
    const whole = await readFile(log)
    const lastLine = whole.lastIndexOf(0x0a, -2) + 1
    for (const cut of [1, Math.floor((whole.length - lastLine) / 2)]) {
      await writeFile(log, whole.subarray(0, -cut))
      const went = await runYoiIn(world, ['run', 'thanks', '--session', '0', ...quick])
      t.is(went.code, 0, went.stderr)
      const said = went.stderr.split('\n').filter((line) => line.includes('no whole record'))
      t.is(said.length, 1, went.stderr)
      const [, bytes, kept] =
        /ended in (\d+) bytes that .* kept as (quarantine\/\S+) /.exec(said[0] ?? '') ?? []
      const torn = await readFile(join(world.yoiHome, 'data', kept ?? ''))
      t.is(torn.length, Number(bytes))
      t.true(whole.includes(torn))
      t.is(await pythonSays(log), 'intact whole')
    }
    const after = await runYoiIn(world, ['run', 'thanks', '--session', '0', ...quick])
    t.notRegex(after.stderr, /no whole record/)
  },
)

// A sparse file of zeros: it takes no room, and minutes to be read.
const endlessBytes = 256 * 1024 ** 3

test.serial('Ctrl-C ends a long check at once, with 130', async (t) => {
  const world = await yoiWorld(t)
  t.is((await runYoiIn(world, ['run', 'hello', ...quick])).code, 0)
  const log = onlyLog(world)
  await truncate(log, endlessBytes)

  const verify = startYoi(world, ['verify'])
  if (existsSync('/proc/self/fd')) await eventually(() => openIn(verify.pid).includes(log))
  verify.kill('SIGINT')

  t.deepEqual(await verify.ended, { code: 130, signal: null })
  t.is(verify.stdout(), '')
})

const openIn = (pid: number): ReadonlyArray<string> => {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(join(folder, fd))]
    } catch {
      return []
    }
  })
}
