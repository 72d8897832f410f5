import { spawn } from 'node:child_process'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { playTurn } from '../../../cli/run/play-turn.js'
import { createFakePod, type FakePod } from '../../support/fake-pod.js'
import { tempHome } from '../../support/temp-home.js'

// What it says on its socket is said by the fake; the process only stands there until it is told to end.
const podOf = async (t: ExecutionContext, fake: FakePod) => {
  const socket = join(await tempHome(t), 'pod.sock')
  await fake.listen(socket)
  t.teardown(() => fake.hangUp())
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  t.teardown(() => child.kill('SIGKILL'))
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = { protocol: 1, pod: 'fake', session: fake.session, socket, pid: child.pid ?? 0 }
  return { ready, gone }
}

test('a Pod that drops its caller is told to end all the same', async (t) => {
  const fake = createFakePod()
  fake.onMethod = ({ method }) => (method === 'run' ? void fake.hangUp() : undefined)
  const pod = await podOf(t, fake)

  const { signal } = new AbortController()
  const played = await playTurn(pod, { prompt: 'one', hear: () => undefined, interruption: signal })

  t.is(played.type, 'broken')
})
