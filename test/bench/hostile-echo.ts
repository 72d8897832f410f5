import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ended, firstLine, startYoi } from './child.js'
import type { Measurement } from './measurement.js'

/** What a client notices of others that flood the Pod, nest without end, or never read. */
export const hostileEcho: Measurement = {
  name: 'hostile-echo',
  goal: 'R17',
  measured: 'a call to its answer while other clients misbehave, p99',
  against: 'the same while they do not',
  unit: 'ms',
  prepare: async ({ folder, quick }) => {
    const pod = startYoi(['pod', '--cwd', folder], folder)
    const { ready } = JSON.parse(await firstLine(pod)) as { readonly ready: { socket: string } }
    const client = await caller(ready.socket)
    const calls = quick ? 100 : 400
    return {
      ours: async () => {
        const others = misbehaving(ready.socket)
        const figure = await p99Of(client, calls)
        others.end()
        return figure
      },
      baseline: () => p99Of(client, calls),
      close: async () => {
        client.end()
        await ended(pod)
      },
    }
  },
}

type Caller = { readonly call: () => Promise<unknown>; readonly end: () => void }

const caller = async (path: string): Promise<Caller> => {
  const socket = connect(path)
  await once(socket, 'connect')
  let heard: (() => void) | undefined
  socket.setEncoding('utf8').on('data', (text: unknown) => {
    if (String(text).includes('"not_running"')) heard?.()
  })
  const call = () =>
    new Promise<void>((resolve) => {
      heard = resolve
      socket.write('{"method":"pause","id":"echo"}\n')
    })
  return { call, end: () => socket.destroy() }
}

const p99Of = async (client: Caller, calls: number): Promise<number> => {
  const took: number[] = []
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now()
    await client.call()
    took.push(performance.now() - start)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(calls * 0.99) - 1] ?? Number.NaN
}

const depth = 100_000
const nested = `{"method":"pause","a":${'['.repeat(depth)}${']'.repeat(depth)}}\n`
const flood = Buffer.alloc(256 * 1024, 'x')
const question = '{"method":"get_history","id":"x"}\n'.repeat(100)

// Each is there anew as soon as it was dismissed.
const misbehaving = (path: string): { readonly end: () => void } => {
  let isOver = false
  const open = new Set<Socket>()
  const begin = (words: string | Buffer, reads: boolean): void => {
    if (isOver) return
    const socket = connect(path)
    open.add(socket)
    const write = (): void => void (isOver || socket.write(words))
    socket
      .on('connect', write)
      .on('drain', write)
      .on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      begin(words, reads)
    })
    if (reads) socket.resume()
  }
  begin(flood, true)
  begin(nested, true)
  begin(question, false)
  return {
    end: () => {
      isOver = true
      for (const socket of open) socket.destroy()
    },
  }
}
