import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { type ClientConnection, connectClient } from '../../../adapters/wire/client.js'
import { jsonLine } from '../../../domain/protocol/json-line.js'
import type { Notification } from '../../../domain/protocol/notification.js'
import { ownFolder, right, serveStand, until } from '../../support/wire-world.js'

const alert = (message: string): Notification => ({
  event: 'alert',
  data: { level: 'info', code: 'c', message },
})

const connected = async (t: ExecutionContext, path: string): Promise<ClientConnection> => {
  const connection = right(t, await connectClient(path)())
  t.teardown(() => connection.close())
  return connection
}

/** Something that takes one connection and says what the test wants, be it nonsense. */
const servedBy = async (
  t: ExecutionContext,
  talk: (socket: Socket) => unknown,
): Promise<string> => {
  const path = join(await ownFolder(t), 'sock')
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    t.teardown(() => socket.destroy())
    void talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.teardown(() => server.close())
  return path
}

const failure = async (path: string) => {
  const result = await connectClient(path)()
  return E.isLeft(result) ? result.left : { code: 'none', message: 'it was connected' }
}

test('what came before the callback is given first, in order', async (t) => {
  let written = false
  const path = await servedBy(t, (socket) => {
    const lines = ['a', 'b', 'c'].map((text) => `${jsonLine(alert(text))}\n`)
    socket.write(lines.join(''), () => {
      written = true
    })
  })
  const connection = await connected(t, path)
  await until(() => written)
  // What is written can be read; some turns of the loop later it has been.
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve))
  const heard: Notification[] = []
  connection.onNotification((notification) => heard.push(notification))
  t.deepEqual(heard, [alert('a'), alert('b'), alert('c')])
})

test('a stream of single bytes with U+2028 in it is understood', async (t) => {
  const said = alert('日本\u2028\u2029\u0085\r\n')
  const path = await servedBy(t, async (socket) => {
    for (const byte of Buffer.from(`${JSON.stringify(said)}\n`)) {
      socket.write(Uint8Array.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  const connection = await connected(t, path)
  const heard: Notification[] = []
  connection.onNotification((notification) => heard.push(notification))
  await until(() => heard.length === 1)
  t.deepEqual(heard, [said])
})

test('an event of a later version is passed over', async (t) => {
  const path = await servedBy(t, (socket) => {
    socket.write(`{"event":"aurora","data":{}}\n${jsonLine(alert('a'))}\n`)
  })
  const connection = await connected(t, path)
  const heard: Notification[] = []
  connection.onNotification((notification) => heard.push(notification))
  await until(() => heard.length === 1)
  t.deepEqual(heard, [alert('a')])
})

test('the end of the Pod is told once with its reason, after the last notification', async (t) => {
  const path = await servedBy(t, (socket) => socket.end(`${jsonLine(alert('last'))}\n`))
  const connection = await connected(t, path)
  const told: string[] = []
  connection.onNotification(({ event }) => told.push(event))
  connection.onClose((reason) => told.push(reason))
  await until(() => told.length === 2)
  t.deepEqual(told, ['alert', `The Pod on the socket ${path} closed the connection.`])
})

test('a reason that came before the callback is told to it', async (t) => {
  const path = await servedBy(t, (socket) => socket.destroy())
  const connection = await connected(t, path)
  await new Promise((resolve) => setTimeout(resolve, 30))
  const told: string[] = []
  connection.onClose((reason) => told.push(reason))
  await until(() => told.length === 1)
  t.regex(told[0] ?? '', /the connection/)
})

test('a line that breaks the protocol ends the connection with that reason', async (t) => {
  const path = await servedBy(t, (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const connection = await connected(t, path)
  const reason = await new Promise<string>((resolve) => connection.onClose(resolve))
  t.is(reason, 'The Pod broke the protocol: the line is not JSON.')
})

test('an own close hands over what was sent, and tells no reason', async (t) => {
  const got: string[] = []
  const stand = await serveStand(t, { receive: (_, method) => got.push(method.method) })
  const connection = await connected(t, stand.path)
  const told: string[] = []
  connection.onClose((reason) => told.push(reason))
  connection.send({ method: 'pause' })
  connection.send({ method: 'cancel' })
  connection.close()
  await until(() => stand.server.clients() === 0 && got.length === 2)
  t.deepEqual([got, told], [['pause', 'cancel'], []])
})

test('calls on a connection that is over are harmless', async (t) => {
  const path = await servedBy(t, (socket) => socket.destroy())
  const connection = await connected(t, path)
  await new Promise<string>((resolve) => connection.onClose(resolve))
  connection.send({ method: 'pause' })
  connection.close()
  connection.close()
  t.pass()
})

test('no socket, a dead socket and a path that is too long are told apart', async (t) => {
  const folder = await ownFolder(t)
  t.is((await failure(join(folder, 'none'))).code, 'gone')
  const stand = await serveStand(t)
  const { linkSync } = await import('node:fs')
  linkSync(stand.path, join(folder, 'dead'))
  await stand.server.close()
  t.is((await failure(join(folder, 'dead'))).code, 'refused')
  const long = await failure(join(folder, 'x'.repeat(100)))
  t.is(long.code, 'unreachable')
  t.regex(long.message, /at most 103 are allowed/)
})
