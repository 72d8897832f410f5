import { once } from 'node:events'
import { connect } from 'node:net'
import { baselineFile, ended, firstLine, startNode, startYoi } from './child.js'
import type { Measurement } from './measurement.js'

/** What a client notices of others of every bad kind, a thousand connections among them. */
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
    // So there is a conversation that can be asked for.
    await client.ask(hello, '"run_end"')
    const calls = quick ? 100 : 400
    return {
      ours: async () => {
        const others = startNode([baselineFile('misbehave'), ready.socket])
        await firstLine(others)
        const figure = await p99Of(client, calls)
        await ended(others)
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

type Caller = {
  /** Sends a line and resolves when a word is heard. */
  readonly ask: (line: string, word: string) => Promise<void>
  readonly end: () => void
}

const caller = async (path: string): Promise<Caller> => {
  const socket = connect(path)
  await once(socket, 'connect')
  let awaited: { readonly word: string; readonly heard: () => void } | undefined
  socket.setEncoding('utf8').on('data', (text: unknown) => {
    if (awaited !== undefined && String(text).includes(awaited.word)) awaited.heard()
  })
  const ask = (line: string, word: string) =>
    new Promise<void>((heard) => {
      awaited = { word, heard }
      socket.write(line)
    })
  return { ask, end: () => socket.destroy() }
}

const hello = '{"method":"run","params":{"input":[{"kind":"text","content":"hello"}]}}\n'
const pause = '{"method":"pause","id":"echo"}\n'

const p99Of = async (client: Caller, calls: number): Promise<number> => {
  const took: number[] = []
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now()
    await client.ask(pause, '"not_running"')
    took.push(performance.now() - start)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(calls * 0.99) - 1] ?? Number.NaN
}
