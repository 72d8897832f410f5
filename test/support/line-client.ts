import type { Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { rawSocket, until } from './wire-world.js'

type Heard = { readonly event: string; readonly data: Readonly<Record<string, unknown>> }

/** A client that shares no code with ours: it splits at LF and parses. */
export type LineClient = {
  readonly socket: Socket
  readonly heard: ReadonlyArray<Heard>
  readonly write: (text: string | Uint8Array) => void
  readonly waitFor: (event: string, count?: number) => Promise<Heard>
  readonly closed: Promise<unknown>
  /**
   * The seq at which it stands after all that it heard: each snapshot sets it and each record must
   * be the next one. A gap, a double, or a record before a snapshot is told in words, for good.
   */
  readonly stand: () => number | string
}

export const lineClient = async (t: ExecutionContext, path: string): Promise<LineClient> => {
  const socket = await rawSocket(t, path, true)
  const heard: Heard[] = []
  const named = new Map<string, Heard[]>()
  let stand: number | string = 'nothing heard'
  let rest = ''
  const keep = (one: Heard) => {
    heard.push(one)
    stand = standAfter(one, stand)
    named.get(one.event)?.push(one) ?? named.set(one.event, [one])
  }
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) keep(JSON.parse(line) as Heard)
  })
  socket.on('end', () => socket.end())
  return {
    socket,
    heard,
    write: (text) => socket.write(text),
    waitFor: async (event, count = 1) => {
      await until(() => (named.get(event)?.length ?? 0) >= count)
      return named.get(event)?.[count - 1] as Heard
    },
    stand: () => stand,
    closed: new Promise((resolve) => socket.once('close', resolve)),
  }
}

const standAfter = ({ event, data }: Heard, stand: number | string): number | string => {
  if (event === 'snapshot' && (typeof stand === 'number' || stand === 'nothing heard'))
    return (data['tip'] as { readonly seq: number }).seq
  if (event !== 'record') return stand
  if (typeof stand === 'string') return stand === 'nothing heard' ? 'no snapshot first' : stand
  return data['seq'] === stand + 1 ? stand + 1 : `record ${String(data['seq'])} after ${stand}`
}
