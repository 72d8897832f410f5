import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { limits } from '../../domain/limits.js'
import { eventually } from '../support/eventually.js'
import { startPod } from '../support/pod-process.js'
import { yoiWorld } from '../support/yoi-process.js'

const onLinux = existsSync('/proc/self/status') ? test : test.skip

/** What a process holds in memory, and the most that it held since `forgetPeak`. */
const memoryMb = (pid: number, which: 'VmRSS' | 'VmHWM'): number => {
  const [, kB] = readFileSync(`/proc/${pid}/status`, 'utf8').split(`${which}:`)
  return Number.parseInt(kB ?? '', 10) / 1024
}

const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

type Hostile = {
  readonly socket: Socket
  readonly said: () => string
  readonly isGone: () => boolean
}

const hostile = (t: ExecutionContext, path: string): Hostile => {
  const socket = connect(path)
  let said = ''
  let isGone = false
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    if (said.length < 10_000_000) said += bytes.toString('latin1')
  })
  socket.on('close', () => (isGone = true))
  t.teardown(() => socket.destroy())
  return { socket, said: () => said, isGone: () => isGone }
}

const mebibyte = Buffer.alloc(1024 * 1024, 'x')

/** Writes as long as somebody takes it, at most 1 GB. */
const floods = async ({ socket, isGone }: Hostile): Promise<void> => {
  for (let n = 0; n < 1000 && !isGone(); n += 1) {
    if (socket.write(mebibyte)) continue
    await new Promise<void>((resolve) => {
      socket.once('drain', resolve)
      socket.once('close', () => resolve())
    })
  }
}

onLinux('hostile clients are told why they go, and a Pod hardly grows by them', async (t) => {
  const world = await yoiWorld(t)
  const pod = await startPod(world)
  await pod.client.run('hello')
  await pod.client.waitFor('run_end')
  const before = memoryMb(pod.pid, 'VmRSS')
  forgetPeak(pod.pid)

  const flooder = hostile(t, pod.socket)
  await floods(flooder)
  await eventually(flooder.isGone, () => 'the one without a newline is dismissed')
  t.regex(flooder.said(), /"code":"frame_too_large"/)

  const deep = hostile(t, pod.socket)
  const depth = 1_000_000
  deep.socket.write(`{"method":"pause","a":${'['.repeat(depth)}${']'.repeat(depth)}}\n`)
  await eventually(
    () => deep.said().includes('"error"'),
    () => 'the deep one is answered',
  )

  // It asks for everything and reads nothing.
  const deaf = hostile(t, pod.socket)
  deaf.socket.pause()
  for (let n = 0; n < 20_000; n += 1) deaf.socket.write('{"method":"get_history","id":"x"}\n')
  const grown = () => memoryMb(pod.pid, 'VmHWM') - before
  await pod.client.ask({ method: 'pause' })
  const byFew = grown()

  const crowd = Array.from({ length: 1000 }, () => hostile(t, pod.socket))
  await eventually(
    () => crowd.filter(({ isGone }) => isGone()).length >= 1000 - limits.clientsMax,
    () => 'those over the number are dismissed',
  )

  t.is((await pod.client.ask({ method: 'pause' })).event, 'error')
  t.log(`${before.toFixed(0)} MB, then at most ${byFew.toFixed(0)} more, and ${grown().toFixed(0)}`)
  // As many as may stay have a snapshot each. What is garbage by then is counted, too.
  t.true(grown() < 40, `grew by ${grown()} MB`)
})
