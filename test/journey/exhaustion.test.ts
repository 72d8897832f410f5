import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { SessionId } from '../../domain/ids.js'
import { eventually } from '../support/eventually.js'
import type { PodClient } from '../support/pod-client.js'
import { onlyLog, type PodProcess, recordsOf, startPod } from '../support/pod-process.js'
import { textsOf } from '../support/projecting.js'
import { pythonSays } from '../support/python-verifier.js'
import { runYoiIn, startYoi, type YoiWorld, yoiWorld } from '../support/yoi-process.js'

// What a machine runs out of beside its disk, taken by the kernel from the real program alone.

const onLinux = existsSync('/proc/self/fd') ? test.serial : test.serial.skip

onLinux(
  'a Pod out of descriptors goes on and says so, and has them again once some are free',
  async (t) => {
    const world = await yoiWorld(t)
    const pod = await startPod(world)
    await turn(pod, 'hello')
    const open = () => readdirSync(`/proc/${pod.pid}/fd`).length
    const before = open()
    limitFiles(pod.pid, before + 12)
    const crowd = await asManyAsFit(pod)

    await turn(pod, 'run `echo hi`')
    await turn(pod, 'read hello.txt')
    const refused = await runYoiIn(world, ['ctl', pod.pod, 'pause'])
    t.is(refused.code, 1)
    t.regex(refused.stderr, /closed the connection.*not sent\. If the Pod has ended, yoi -r .*\n$/)
    const calls = recordsOf(onlyLog(world), 'ToolCallCompleted').map(({ data }) => data)
    t.is(calls.length, 2)
    for (const { outcome, content } of calls) {
      t.is(outcome, 'failed')
      t.regex(content, /too many (open files|files open)/)
    }
    t.regex(pod.process.stderr(), /EMFILE: too many open files.*it is tried again\n/)
    const alerts = pod.client.heard.filter(({ event }) => event === 'alert')
    t.is(alerts.length, 1)
    t.regex(JSON.stringify(alerts), /projection_late/)

    for (const one of crowd) one.close()
    await eventually(() => open() <= before + 2)
    await turn(pod, 'run `echo hi`')
    t.is(recordsOf(onlyLog(world), 'ToolCallCompleted')[2]?.data.outcome, 'ok')
    pod.client.send({ method: 'shutdown' })
    await pod.process.ended
    const texts = await textsIn(world.yoiHome)
    t.deepEqual(texts, await rebuilt(world, world.yoiHome))
    t.is(await pythonSays(onlyLog(world)), 'intact whole')
  },
)

onLinux('a watcher without inotify says so and keeps all current', async (t) => {
  const world = await yoiWorld(t)
  const watch = startYoi(world, ['watch'], { shell: withoutInotify })
  const isOver = () => watch.child.exitCode !== null
  await watch.until(() => watch.stdout().includes('watching') || isOver(), 'a start')
  if (isOver()) {
    t.regex(watch.stderr(), /^unshare: /)
    return t.log('no name space of its own is to be had here')
  }
  t.regex(watch.stderr(), /^yoi: no more changes can be watched on this machine \(EMFILE\)/)

  const elsewhere = await sessionCopiedIn(world)
  await eventually(async () => t.deepEqual(await textsIn(world.yoiHome), await textsIn(elsewhere)))

  t.is(watch.stderr().split('\n').length, 2)
})

onLinux('a watcher out of descriptors makes good what it missed', async (t) => {
  const world = await yoiWorld(t)
  const watch = startYoi(world, ['watch'])
  await watch.until(() => watch.stdout().includes('watching'), 'a start')

  limitFiles(watch.pid, 3)
  const elsewhere = await sessionCopiedIn(world)
  await watch.until(() => watch.stderr().includes('EMFILE'), 'that it has no descriptors')
  t.false(existsSync(join(world.yoiHome, 'data', 'projections')))
  limitFiles(watch.pid, 1000)

  await eventually(async () => t.deepEqual(await textsIn(world.yoiHome), await textsIn(elsewhere)))
})

onLinux('a start without room for its files is one sentence that says so', async (t) => {
  const world = await yoiWorld(t)
  const { code, stderr } = await runYoiIn(world, ['run', 'hello'], { shell: 'ulimit -n 24' })
  t.is(code, 1)
  t.regex(stderr, /^yoi: .*too many .*files.*\n$/)
})

onLinux('whatever file is one too many, it is not told as another fault', async (t) => {
  const world = await yoiWorld(t)
  t.is((await runYoiIn(world, ['run', 'hello'])).code, 0)
  let told = 0
  for (const files of [24, 21, 20, 19])
    for (const command of files > 20 ? ['doctor'] : ['doctor', 'rebuild']) {
      const shell = `ulimit -n ${files}`
      const { code, stdout, stderr } = await runYoiIn(world, [command], { shell })
      const said = stdout + stderr
      // With fewer it does not even load.
      if (code === 0 || !/^(?:yoi: |ok |wrong )/.test(said)) continue
      told += 1
      t.regex(said, /EMFILE|too many (?:files are open|open files)/i, `${command} with ${files}`)
      const advice = /npm install|make it yours|is yours|chmod|This should not have happened/
      t.notRegex(said, advice, `${command} with ${files}`)
    }
  t.log(`${told} runs had too few`)
  t.true(told > 0)
})

// A name space of its own, so that nobody else's watches are touched.
const withoutInotify =
  'exec unshare --user --map-root-user ' +
  `sh -c 'echo 0 > /proc/sys/user/max_inotify_instances && exec "$@"' sh "$@"`

/** From now on a process may open files with numbers below this only. */
const limitFiles = (pid: number, files: number): void => {
  const which = `${pid}, r.RLIMIT_NOFILE`
  const script = `import resource as r; r.prlimit(${which}, (${files}, r.prlimit(${which})[1]))`
  execFileSync('python3', ['-c', script])
}

const turn = async ({ client }: PodProcess, words: string): Promise<void> => {
  const from = client.heard.length
  await client.run(words)
  await client.waitFor('run_end', ({ result }) => result === 'finished', from)
  await client.waitFor('status', ({ status }) => status === 'idle', from)
}

/** Clients until the next one is let go without a word. */
const asManyAsFit = async (pod: PodProcess): Promise<ReadonlyArray<PodClient>> => {
  const crowd: PodClient[] = []
  for (;;) {
    const one = await pod.connect()
    let isGone = false
    void one.closed.then(() => (isGone = true))
    await eventually(() => isGone || one.heard.length > 0)
    if (one.heard.length === 0) return crowd
    crowd.push(one)
  }
}

/** A session that the watcher finds as a file; gives the home in which its own Pod projected it. */
const sessionCopiedIn = async (world: YoiWorld): Promise<string> => {
  const elsewhere = join(world.home, 'e')
  const { code, stderr } = await runYoiIn(world, ['run', 'hello'], { env: { YOI_HOME: elsewhere } })
  if (code !== 0) throw new Error(stderr)
  const sessions = ['data', 'sessions'] as const
  await cp(join(elsewhere, ...sessions), join(world.yoiHome, ...sessions), { recursive: true })
  return elsewhere
}

const textsIn = (yoiHome: string): Promise<ReadonlyArray<string>> => {
  const [name = ''] = readdirSync(join(yoiHome, 'data', 'sessions'))
  const session = name.replace('.jsonl', '')
  if (!SessionId.is(session)) throw new Error(`no log of a session: ${name}`)
  return textsOf(join(yoiHome, 'data'), { session })
}

/** The texts as a fold from nothing gives them. */
const rebuilt = async (world: YoiWorld, yoiHome: string): Promise<ReadonlyArray<string>> => {
  await rm(join(yoiHome, 'data', 'projections'), { recursive: true })
  const { code, stderr } = await runYoiIn(world, ['rebuild'], { env: { YOI_HOME: yoiHome } })
  if (code !== 0) throw new Error(stderr)
  return textsIn(yoiHome)
}
