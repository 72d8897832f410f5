import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import test from 'ava'
import { startPod } from '../support/pod-process.js'
import { yoiWorld } from '../support/yoi-process.js'

const watchedSeconds = 10
// Where others hold it up, what follows an ending, such as the live-session index, takes a while.
const windowsMax = 6

/** How often the process went to sleep by itself since it began, which is how often it woke. */
const sleeps = (pid: number): number =>
  Number(
    /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
  )

// Only Linux counts the switches of a process where others can read it.
const onLinux = existsSync('/proc/self/status') ? test : test.skip

onLinux('a Pod that has nothing to do wakes less than once a second', async (t) => {
  const world = await yoiWorld(t)
  const { client, pid } = await startPod(world)
  await client.run('hello')
  await client.waitFor('status', ({ status }) => status === 'idle')
  const woke: number[] = []
  while (woke.length < windowsMax && (woke.at(-1) ?? watchedSeconds) >= watchedSeconds) {
    const before = sleeps(pid)
    await wait(watchedSeconds * 1000)
    woke.push(sleeps(pid) - before)
  }
  t.true((woke.at(-1) ?? watchedSeconds) < watchedSeconds, `woke ${woke.join(', ')} times`)
})
