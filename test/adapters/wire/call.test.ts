import { createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { callPod, followCall } from '../../../adapters/wire/call.js'
import { limits } from '../../../domain/limits.js'
import type { Method } from '../../../domain/protocol/method.js'
import { scriptedPod } from '../../support/scripted-pod.js'
import { ownFolder, recordAt, turnId, until } from '../../support/wire-world.js'

const idle = { status: 'idle', queue_held: false } as const

const codeOf = (result: E.Either<{ readonly code: string }, unknown>) =>
  E.isLeft(result) ? result.left.code : 'none'

test('a call is sent after the greeting, however long that is, and brings its outcome', async (t) => {
  const received: Method[] = []
  const stand = await scriptedPod(t, idle, (method, { send }) => {
    received.push(method)
    send({ event: 'ack', data: { id: method.id, input: turnId as never } })
  })
  const result = await callPod(stand.path, { method: 'notify', params: { message: 'hi' } }, 'ack')()
  t.deepEqual(result, E.right({ kind: 'acked', ack: { id: 'call', input: turnId as never } }))
  t.is(received.length, 1)
  await until(() => stand.server.clients() === 0)
})

test('a call with an id of its own keeps it', async (t) => {
  const stand = await scriptedPod(t, idle, (method, { send }) => {
    send({ event: 'ack', data: { id: method.id } })
  })
  const result = await callPod(stand.path, { method: 'pause', id: 'mine' }, 'ack')()
  t.deepEqual(result, E.right({ kind: 'acked', ack: { id: 'mine' } }))
})

test('who follows a call hears all from its sending to its last word, and nothing after', async (t) => {
  const stand = await scriptedPod(t, idle, (method, { send, say }) => {
    say(recordAt(4))
    send({ event: 'ack', data: { id: method.id } })
    say(recordAt(5))
  })
  const heard: string[] = []
  const method: Method = { method: 'pause' }
  await followCall(stand.path, method, {
    waitFor: 'ack',
    onNotification: (n) => heard.push(n.event),
  })()
  t.deepEqual(heard, ['record', 'ack'])
})

test('a call that is too long is refused before it is sent', async (t) => {
  const stand = await scriptedPod(t, idle, () => t.fail('it was sent'))
  const message = 'x'.repeat(limits.frameBytesMax)
  const result = await callPod(stand.path, { method: 'notify', params: { message } }, 'ack')()
  t.is(codeOf(result), 'frame_too_large')
})

test('a caller that gives up gets no more, and is let go with the answer it was owed', async (t) => {
  const asked: Array<() => void> = []
  const stand = await scriptedPod(t, idle, ({ id }, { send }) => {
    asked.push(() => send({ event: 'ack', data: { id } }))
  })
  const giveUp = new AbortController()
  const following = { waitFor: 'ack', signal: giveUp.signal } as const
  const result = followCall(stand.path, { method: 'pause' }, following)()
  await until(() => asked.length === 1)
  giveUp.abort()
  t.is(codeOf(await result), 'interrupted')
  asked[0]?.()
  await until(() => stand.server.clients() === 0)
})

test('a caller that has given up before it is greeted asks nothing', async (t) => {
  const stand = await scriptedPod(t, idle, () => t.fail('it asked'))
  const following = { waitFor: 'ack', signal: AbortSignal.abort() } as const
  t.is(codeOf(await followCall(stand.path, { method: 'pause' }, following)()), 'interrupted')
  await until(() => stand.server.clients() === 0)
})

test('no Pod, and a Pod that is full, are told by their codes', async (t) => {
  const path = join(await ownFolder(t), 'sock')
  t.is(codeOf(await callPod(path, { method: 'pause' }, 'ack')()), 'gone')
  const server = createServer((socket) =>
    socket.end('{"event":"error","data":{"code":"too_many_clients","message":"Full."}}\n'),
  )
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.teardown(() => server.close())
  t.is(codeOf(await callPod(path, { method: 'pause' }, 'ack')()), 'too_many_clients')
})
