import { spawn } from 'node:child_process'
import { once } from 'node:events'
import test from 'ava'
import type { Method } from '../../../domain/protocol/method.js'
import { scriptedPod } from '../../support/scripted-pod.js'
import { turnId, until } from '../../support/wire-world.js'

const commandUrl = new URL('../../../cli/commands/ctl.js', import.meta.url).href

const script = (socket: string) => `
  import * as E from 'fp-ts/lib/Either.js'
  import { ctl } from '${commandUrl}'
  const lookup = () => async () => E.right({ socket: ${JSON.stringify(socket)}, pid: 1 })
  const { env, stdin, stdout, stderr } = process
  process.exitCode = await ctl(lookup).run(['alpha', 'run', 'hi'], { env, cwd: '/', stdin, stdout, stderr })
`

test('Ctrl-C ends the waiting with 130 and does not reach the Pod', async (t) => {
  const received: Method[] = []
  const stand = await scriptedPod(t, { status: 'idle', queue_held: false }, (method, { send }) => {
    received.push(method)
    send({ event: 'ack', data: { id: method.id, input: turnId as never } })
  })
  const child = spawn(process.execPath, ['--input-type=module', '-e', script(stand.path)])
  t.teardown(() => child.kill('SIGKILL'))
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  await until(() => received.length === 1)
  child.kill('SIGINT')
  const [code] = (await once(child, 'close')) as [number | null]
  t.is(code, 130, said.join(''))
  t.is(said.join(''), 'yoi: Interrupted; Pod alpha goes on.\n')
  await until(() => stand.server.clients() === 0)
  t.deepEqual(
    received.map(({ method }) => method),
    ['run'],
  )
})
