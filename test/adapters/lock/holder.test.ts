import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { holderState, processMark } from '../../../adapters/lock/holder.js'

const onLinux = process.platform === 'linux' ? test : test.skip

/** Starts a program and gives its pid and its first line of output. */
const start = async (t: ExecutionContext, program: string, args: ReadonlyArray<string>) => {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, pid: child.pid ?? 0, line }
}

test('this process is live, and dead when its mark is of another start', (t) => {
  const mark = processMark(process.pid)
  t.is(holderState(mark), 'live')
  if (mark.started !== null) t.is(holderState({ ...mark, started: '1' }), 'dead')
})

test('a process that ended is dead', async (t) => {
  const { child, pid } = await start(t, process.execPath, ['-e', 'console.log(1)'])
  const mark = processMark(pid)
  if (child.exitCode === null) await once(child, 'exit')
  t.is(holderState(mark), 'dead')
})

onLinux('a process that ended and that nobody has waited for is dead', async (t) => {
  const { line } = await start(t, 'sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'])
  const pid = Number(line)
  while (!(await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ')) await sleep(5)
  t.true(process.kill(pid, 0))
  t.is(holderState(processMark(pid)), 'dead')
})

onLinux('the mark of a process does not depend on its name', async (t) => {
  const script = 'process.stdin.once("data", () => { process.title = ") R 1 (2) "; say() })'
  const say = 'const say = () => console.log(process.title)'
  const { child, pid } = await start(t, process.execPath, ['-e', `${say}; ${script}; say()`])
  const before = processMark(pid)
  child.stdin.write('go\n')
  await once(child.stdout, 'data')
  t.true((await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') R 1 (2)'))
  t.deepEqual(processMark(pid), before)
  t.is(holderState(before), 'live')
})

test("another host's process is elsewhere, whatever its pid", (t) => {
  t.is(holderState({ ...processMark(process.pid), host: 'far' }), 'elsewhere')
})
