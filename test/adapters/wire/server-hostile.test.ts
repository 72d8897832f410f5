import test from 'ava'
import { limits } from '../../../domain/limits.js'
import { lineClient } from '../../support/line-client.js'
import { rawSocket, serveStand, until } from '../../support/wire-world.js'

const MiB = 1024 * 1024

test('40 MiB without a newline are refused after 8, with the reason, and the connection is closed', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  const other = await lineClient(t, stand.path)
  let taken = 0
  const writeOn = () => {
    client.socket.write(Buffer.alloc(MiB, 'x'), (failure) => {
      if (failure) return
      taken += 1
      if (taken < 40) writeOn()
    })
  }
  writeOn()
  const error = await client.waitFor('error')
  await client.closed
  t.is(error.data['code'], 'frame_too_large')
  t.true(taken >= 8 && taken <= 10, `${taken} MiB were taken`)
  await until(() => stand.server.clients() === 1)
  stand.grow(1)
  await other.waitFor('record')
})

test('one client too many is told so and closed, and has its place once another leaves', async (t) => {
  const stand = await serveStand(t)
  const sockets = await Promise.all(
    Array.from({ length: limits.clientsMax }, () => rawSocket(t, stand.path)),
  )
  await until(() => stand.server.clients() === limits.clientsMax)
  const refused = await lineClient(t, stand.path)
  await refused.closed
  t.deepEqual(
    refused.heard.map(({ event, data }) => [event, data['code']]),
    [['error', 'too_many_clients']],
  )
  sockets[0]?.destroy()
  await until(() => stand.server.clients() === limits.clientsMax - 1)
  const next = await lineClient(t, stand.path)
  await next.waitFor('snapshot')
  t.is(stand.server.clients(), limits.clientsMax)
})

test('of a thousand connections those that there is room for stay, and all others are let go', async (t) => {
  const stand = await serveStand(t)
  const first = await lineClient(t, stand.path)
  await first.waitFor('snapshot')
  let gone = 0
  for (let wave = 0; wave < 10; wave += 1) {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => rawSocket(t, stand.path)))
    for (const socket of sockets) socket.once('close', () => (gone += 1)).resume()
    // A server takes one a round of its loop, and the system keeps few waiting.
    await until(() => gone + stand.server.clients() === wave * 100 + 101)
  }
  t.is(stand.server.clients(), limits.clientsMax)
  first.write('{"method":"pause","id":"z"}\n')
  await first.waitFor('ack')
})

test('5,000 broken lines in one piece are answered one by one, and the call after them too', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  client.write(`${'\n'.repeat(5_000)}{"method":"pause","id":"z"}\n`)
  await client.waitFor('ack')
  t.is(client.heard.filter(({ event }) => event === 'error').length, 5_000)
})

test('calls that come in one flood are given in their order', async (t) => {
  const ids: string[] = []
  const stand = await serveStand(t, { receive: (_, method) => ids.push(method.id ?? '') })
  const client = await rawSocket(t, stand.path)
  const expected = Array.from({ length: 10_000 }, (_, index) => String(index))
  client.write(expected.map((id) => `{"method":"pause","id":"${id}"}\n`).join(''))
  await until(() => ids.length === expected.length)
  t.deepEqual(ids, expected)
})

test('while thousands of broken lines are worked off, another client is heard', async (t) => {
  const order: string[] = []
  const stand = await serveStand(t, {
    receive: (client, method) => {
      order.push(method.id ?? '')
      client.send({ event: 'ack', data: { id: method.id ?? '' } })
    },
  })
  const flood = await lineClient(t, stand.path)
  const other = await lineClient(t, stand.path)
  await Promise.all([flood.waitFor('snapshot'), other.waitFor('snapshot')])
  flood.write(`${'\n'.repeat(8_000)}{"method":"pause","id":"flood"}\n`)
  await flood.waitFor('error')
  other.write('{"method":"pause","id":"other"}\n')
  await flood.waitFor('ack')
  t.deepEqual(order, ['other', 'flood'])
})

test('a client that calls and never reads the answers is dismissed', async (t) => {
  const page = { from: 0, total: 0, items: [], segments: [], records: [] }
  const big = { ...page, text: 'x'.repeat(MiB) }
  let sent = 0
  const stand = await serveStand(t, {
    receive: (client) => {
      sent += 1
      client.send({ event: 'history', data: big })
    },
  })
  const client = await rawSocket(t, stand.path)
  client.write('{"method":"get_history"}\n'.repeat(200))
  await until(() => stand.server.clients() === 0)
  t.true(sent <= limits.clientAnswersBytesMax / MiB + 2, `${sent} answers were made`)
})

test('deep JSON, invalid UTF-8 and __proto__ are errors to the sender, which stays', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  client.write(`${'['.repeat(1_000_000)}\n`)
  client.write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]))
  client.write('{"__proto__":{"method":"pause"}}\n')
  client.write('{"method":"pause","id":"good"}\n')
  await client.waitFor('ack')
  t.deepEqual(
    client.heard.slice(2).map(({ event, data }) => data['code'] ?? event),
    ['invalid_request', 'invalid_request', 'invalid_request', 'ack'],
  )
})

test('a call that comes byte by byte is a call', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  for (const byte of Buffer.from('{"method":"pause","id":"日本"}\n')) {
    client.write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.is((await client.waitFor('ack')).data['id'], '日本')
})

test('a client that sends, closes its side and reads on gets the answer it is owed, then the end', async (t) => {
  let answer: (() => void) | undefined
  const stand = await serveStand(t, {
    receive: (client) => {
      answer = () => client.send({ event: 'ack', data: { id: 'late' } })
    },
  })
  const client = await lineClient(t, stand.path)
  client.socket.end('{"method":"pause","id":"late"}\n')
  await until(() => answer !== undefined)
  stand.grow(2)
  await client.waitFor('record', 2)
  answer?.()
  await client.closed
  t.is(client.heard.at(-1)?.data['id'], 'late')
})

test('a client that is owed nothing is let go when it closes its side, without a write to it', async (t) => {
  const stand = await serveStand(t)
  const client = await rawSocket(t, stand.path, true)
  client.end()
  await until(() => stand.server.clients() === 0)
  t.pass()
})

test('answers to a client that has left are harmless', async (t) => {
  let answer: (() => void) | undefined
  const stand = await serveStand(t, {
    receive: (client) => {
      answer = () => client.send({ event: 'ack', data: { id: 'x' } })
    },
  })
  const client = await rawSocket(t, stand.path)
  client.write('{"method":"pause","id":"x"}\n')
  await until(() => answer !== undefined)
  client.destroy()
  answer?.()
  await until(() => stand.server.clients() === 0)
  answer?.()
  t.deepEqual(stand.troubles, [])
})

test('a hundred clients of every bad kind do no harm to the good ones', async (t) => {
  const stand = await serveStand(t)
  const kinds: ReadonlyArray<(index: number) => Promise<unknown>> = [
    () => rawSocket(t, stand.path),
    async () => (await rawSocket(t, stand.path)).write('\0garbage\n\xff\n[[[[\n{"method":'),
    async () => (await rawSocket(t, stand.path, true)).end('half'),
    async () => (await rawSocket(t, stand.path)).destroy(),
    async () => (await rawSocket(t, stand.path)).write(Buffer.alloc(MiB, '{')),
    async () => {
      const socket = await rawSocket(t, stand.path)
      socket.resume()
      for (const byte of Buffer.from('{"method":"pause","id":"b"}\n'))
        socket.write(Uint8Array.of(byte))
    },
  ]
  const good = await Promise.all(Array.from({ length: 10 }, () => lineClient(t, stand.path)))
  const bad = Array.from({ length: 90 }, (_, index) => kinds[index % kinds.length]?.(index))
  for (let i = 0; i < 50; i += 1) {
    stand.grow(4, 'y'.repeat(25_000))
    for (const client of good) client.write(`{"method":"pause","id":"${i}"}\n`)
    await Promise.all(good.map((client) => client.waitFor('ack', i + 1)))
  }
  await Promise.all(bad)
  await until(() => good.every((client) => client.stand() === stand.seq()))
  for (const client of good) {
    t.is(client.heard.filter(({ event }) => event === 'ack').length, 50)
    t.is(client.heard.filter(({ event }) => event === 'resync').length, 0)
  }
})

// Alone, since a second that other tests take from it would count as the client's.
test.serial(
  'the close lets clients take what is queued, and does not wait for one that reads nothing',
  async (t) => {
    const stand = await serveStand(t)
    const client = await lineClient(t, stand.path)
    const silent = await rawSocket(t, stand.path)
    const silentClosed = new Promise((resolve) => silent.once('close', resolve))
    await client.waitFor('snapshot')
    stand.grow(3, 'x'.repeat(MiB / 4))
    stand.server.publish({ event: 'shutdown', data: { by: 'host' } })
    await stand.server.close()
    await client.closed
    t.is(client.heard.at(-1)?.event, 'shutdown')
    t.is(client.stand(), 3)
    t.is(stand.server.clients(), 0)
    silent.resume()
    await silentClosed
  },
)
