import { once } from 'node:events'
import type { ExecutionContext } from 'ava'
import type { Socket } from 'node:net'
import { rawSocket, until } from './wire-world.js'

type Heard = { readonly event: string; readonly data: Readonly<Record<string, unknown>> }

/** A client that shares no code with ours: it splits at LF and parses. */
export type LineClient = {
  readonly socket: Socket
  readonly heard: ReadonlyArray<Heard>
  readonly write: (text: string | Uint8Array) => void
  readonly waitFor: (event: string, count?: number) => Promise<Heard>
  readonly closed: Promise<unknown>
}

export const lineClient = async (t: ExecutionContext, path: string): Promise<LineClient> => {
  const socket = await rawSocket(t, path, true)
  const heard: Heard[] = []
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    heard.push(...lines.map((line) => JSON.parse(line) as Heard))
  })
  socket.on('end', () => socket.end())
  const named = (event: string) => heard.filter((one) => one.event === event)
  return {
    socket,
    heard,
    write: (text) => socket.write(text),
    waitFor: async (event, count = 1) => {
      await until(() => named(event).length >= count)
      return named(event)[count - 1] as Heard
    },
    closed: once(socket, 'close'),
  }
}
