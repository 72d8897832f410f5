import test from 'ava'
import { limits } from '../../../domain/limits.js'
import { lineClient } from '../../support/line-client.js'
import { rawSocket, type Stand, serveStand, until } from '../../support/wire-world.js'

const longText = 'x'.repeat(256 * 1024)

/** Publishes about twice what a client may be behind. */
const growBeyondBacklog = (stand: Stand) =>
  stand.grow((2 * limits.clientBacklogBytesMax) / longText.length, longText)

const turns = async (count: number) => {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('snapshot and stream join without gap or double in a storm of connects', async (t) => {
  const stand = await serveStand(t)
  let stormy = true
  const publishing = (async () => {
    while (stormy) {
      stand.grow(1 + (stand.seq() % 3))
      await turns(2)
    }
  })()
  const clients = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      await turns(index % 17)
      return lineClient(t, stand.path)
    }),
  )
  await Promise.all(clients.map((client) => client.waitFor('record', 20)))
  stormy = false
  await publishing
  await until(() => clients.every((client) => client.stand() === stand.seq() || isWrong(client)))
  for (const client of clients) t.is(client.stand(), stand.seq())
  t.true(
    new Set(clients.map((client) => firstSeq(client))).size > 1,
    'they came at different times',
  )
})

type Client = Awaited<ReturnType<typeof lineClient>>
const isWrong = (client: Client) => typeof client.stand() === 'string'
const firstSeq = (client: Client) => (client.heard[1]?.data['tip'] as { seq: number }).seq

test('a client that falls behind gets resync and a new snapshot, and stands right after it', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  await client.waitFor('snapshot')
  client.socket.pause()
  growBeyondBacklog(stand)
  stand.grow(5)
  client.socket.resume()
  await client.waitFor('resync')
  stand.grow(5)
  await until(() => client.stand() === stand.seq())
  const events = client.heard.map(({ event }) => event)
  t.is(events[events.indexOf('resync') + 1], 'snapshot')
  t.is(events.filter((event) => event === 'hello').length, 1)
  t.is(events.filter((event) => event === 'resync').length, 1)
})

test('a client that reads again and again too late is put right each time', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  for (let round = 1; round <= 3; round += 1) {
    client.socket.pause()
    growBeyondBacklog(stand)
    client.socket.resume()
    await client.waitFor('resync', round)
    await until(() => client.stand() === stand.seq())
  }
  t.is(client.stand(), stand.seq())
})

test('a client that never reads costs one greeting and no more, and others get all', async (t) => {
  let greetings = 0
  const stand: Stand = await serveStand(t, {
    greet: () => {
      greetings += 1
      return [{ event: 'alert', data: { level: 'info', code: 'big', message: longText } }]
    },
  })
  await rawSocket(t, stand.path)
  await until(() => stand.server.clients() === 1)
  const reader = await lineClient(t, stand.path)
  await reader.waitFor('alert')
  for (let round = 1; round <= 24; round += 1) {
    stand.grow(1, longText)
    await reader.waitFor('record', round)
  }
  t.is(greetings, 2)
  t.is(reader.heard.filter(({ event }) => event === 'record').length, stand.seq())
})

test('a single line over the backlog reaches a client that keeps up', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  await client.waitFor('snapshot')
  stand.grow(1, 'x'.repeat(limits.clientBacklogBytesMax + 1))
  await client.waitFor('record')
  t.is(client.stand(), 1)
  t.is(client.heard.filter(({ event }) => event === 'resync').length, 0)
})

test('an answer outlives the resync that drops what was published around it', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  await client.waitFor('snapshot')
  client.socket.pause()
  stand.grow(3, longText)
  client.write('{"method":"pause","id":"mine"}\n')
  client.write('{"method":"pause","id":"mine too"}\n')
  const other = await lineClient(t, stand.path)
  other.write('{"method":"pause","id":"theirs"}\n')
  await other.waitFor('ack')
  growBeyondBacklog(stand)
  client.socket.resume()
  await client.waitFor('resync')
  await client.waitFor('ack', 2)
  t.deepEqual(
    client.heard.filter(({ event }) => event === 'ack').map(({ data }) => data['id']),
    ['mine', 'mine too'],
  )
})

test('a client in the middle of a big snapshot may send, and is heard', async (t) => {
  const heard: string[] = []
  const stand: Stand = await serveStand(t, {
    greet: () => [
      { event: 'alert', data: { level: 'info', code: 'big', message: longText.repeat(8) } },
    ],
    receive: (_, method) => heard.push(method.method),
  })
  const sender = await rawSocket(t, stand.path)
  sender.write('{"method":"pause"}\n')
  await until(() => heard.length === 1)
  sender.destroy()
  await until(() => stand.server.clients() === 0)
  t.deepEqual(heard, ['pause'])
})
