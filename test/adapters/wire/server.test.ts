import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import test from 'ava'
import { lineClient } from '../../support/line-client.js'
import { serveStand, until } from '../../support/wire-world.js'

test('a client gets hello, then the snapshot, then what is published afterwards', async (t) => {
  const stand = await serveStand(t)
  stand.grow(3)
  const client = await lineClient(t, stand.path)
  await client.waitFor('snapshot')
  stand.grow(2)
  await client.waitFor('record', 2)
  t.deepEqual(
    client.heard.map(({ event }) => event),
    ['hello', 'snapshot', 'record', 'record'],
  )
  t.like(client.heard[1]?.data, { tip: { seq: 3 } })
  t.is(client.heard[2]?.data['seq'], 4)
})

test('the socket is 0600 in a folder of 0700 and is gone after the close', async (t) => {
  const stand = await serveStand(t)
  t.is(statSync(stand.path).mode & 0o777, 0o600)
  t.is(statSync(dirname(stand.path)).mode & 0o777, 0o700)
  await stand.server.close()
  t.false(existsSync(stand.path))
})

test('a broken line is an error to that client only, and its connection stays', async (t) => {
  const stand = await serveStand(t)
  const other = await lineClient(t, stand.path)
  const client = await lineClient(t, stand.path)
  client.write('nonsense\n{"method":"run","params":{},"id":"x"}\n{"method":"pause","id":"y"}\n')
  await client.waitFor('ack')
  t.deepEqual(
    client.heard.slice(2).map(({ event, data }) => [event, data['code'], data['id']]),
    [
      ['error', 'invalid_request', undefined],
      ['error', 'invalid_request', 'x'],
      ['ack', undefined, 'y'],
    ],
  )
  t.is(other.heard.filter(({ event }) => event === 'error').length, 0)
})

test('clients that leave are counted out', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  await client.waitFor('snapshot')
  t.is(stand.server.clients(), 1)
  client.socket.destroy()
  await until(() => stand.server.clients() === 0)
  t.pass()
})
