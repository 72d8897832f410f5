import test from 'ava'
import fc from 'fast-check'
import { limits } from '../../../domain/limits.js'
import { lineClient } from '../../support/line-client.js'
import { fcOptions } from '../../support/rounds.js'
import { serveStand, until } from '../../support/wire-world.js'

const call = (id: number) => `{"method":"pause","id":"${id}"}`

// None has a newline in it, and none is a call.
const garbage = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => bytes.map((one) => one | 0x80)),
  fc.constantFrom(
    '[]',
    'null',
    '1e999',
    '"pause"',
    '{"method":"pause"',
    '{"method":"pause","method":"win","id":"x"}',
    '{"method":"run","id":"x"}',
    '{"method":["pause"],"id":"x"}',
    '{"__proto__":{"method":"pause"},"id":"x"}',
    '{"constructor":{"prototype":{"method":"pause"}}}',
    `{"method":"pause","id":"x","a":${'['.repeat(limits.frameDepthMax)}${']'.repeat(limits.frameDepthMax)}}`,
    '\u0000',
    '\ufeff{"method":"pause","id":"x"}',
    `${call(1)}${call(2)}`,
  ),
)

const bytesOf = (line: string | Uint8Array): Buffer =>
  Buffer.concat([typeof line === 'string' ? Buffer.from(line) : line, Buffer.from('\n')])

/** Pieces of these bytes, cut at places that are drawn. */
const cutAt = (bytes: Buffer, places: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const at = [0, ...places.map((place) => place % bytes.length), bytes.length].sort((a, b) => a - b)
  return at.slice(1).map((end, n) => bytes.subarray(at[n], end))
}

const lines = fc.array(fc.oneof(garbage, fc.nat(999).map(call)), { minLength: 1, maxLength: 30 })
const places = fc.array(fc.nat(5000), { maxLength: 6 })

test('between any garbage, cut anywhere, each call is answered in its turn and all else is an error', async (t) => {
  const stand = await serveStand(t)
  const other = await lineClient(t, stand.path)
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(lines, places, async (sent, cuts) => {
        const client = await lineClient(t, stand.path)
        for (const piece of cutAt(Buffer.concat(sent.map(bytesOf)), cuts)) {
          stand.grow(1)
          client.write(piece)
          await new Promise((resolve) => setImmediate(resolve))
        }
        client.write(bytesOf(call(1000)))
        await until(() => client.heard.some(({ data }) => data['id'] === '1000'))

        const isCall = (line: unknown) => typeof line === 'string' && /^\{[^}]*"\d+"\}$/.test(line)
        const answers = client.heard.filter(({ event }) => ['ack', 'error'].includes(event))
        t.deepEqual(
          answers.map(({ data }) => data['code'] ?? data['id']),
          [
            ...sent.map((line) => (isCall(line) ? idIn(line as string) : 'invalid_request')),
            '1000',
          ],
        )
        client.socket.destroy()
      }),
      fcOptions(),
    ),
  )
  await until(() => other.stand() === stand.seq())
  t.deepEqual(stand.troubles, [])
})

const idIn = (line: string): string => JSON.parse(line).id
