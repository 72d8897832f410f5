import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../../support/eventually.js'
import { killAllWith, processesWith } from '../../support/processes.js'
import { tempFolder } from '../../support/tool-bench.js'

const podFile = fileURLToPath(new URL('../../support/bash-pod.js', import.meta.url))

/** A process that runs one command in a toolbox; all that it starts carries the folder's name. */
const startPod = (t: ExecutionContext, command: string) => {
  const folder = tempFolder(t)
  const pod = spawn(process.execPath, [podFile, folder, command], {
    env: { PATH: `${process.env['PATH']}:${folder}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => killAllWith(folder))
  return { pod, folder }
}

for (const [title, command] of [
  ['a plain command', 'echo on; sleep 1000'],
  ['one with children that ignore SIGTERM', "trap '' TERM; echo on; sleep 1000 & sleep 1000"],
  ['a pipeline with a disowned child', 'nohup sleep 1000 & echo on; sleep 1000 | cat'],
] as const) {
  test(`a killed Pod takes its command along, children too: ${title}`, async (t) => {
    const { pod, folder } = startPod(t, command)
    await once(pod.stdout, 'data')
    await eventually(() => processesWith(folder).length >= 3)
    pod.kill('SIGKILL')
    await once(pod, 'exit')
    await eventually(() => processesWith(folder).length === 0)
    t.pass()
  })
}

test('when the Pod is killed while a command starts nothing of it stays', async (t) => {
  for (const delayMs of [0, 2, 5, 10, 20, 40]) {
    const { pod, folder } = startPod(t, 'sleep 1000 & sleep 1000')
    await eventually(() => processesWith(folder).length > 1)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    pod.kill('SIGKILL')
    await once(pod, 'exit')
    await eventually(() => processesWith(folder).length === 0)
  }
  t.pass()
})

test('a command that ends by itself takes its guard with it', async (t) => {
  const { pod, folder } = startPod(t, 'echo on')
  const output = await new Response(pod.stdout as unknown as ReadableStream).text()
  t.is(output, 'on\nended by itself\n')
  await eventually(() => processesWith(folder).length === 0)
})
