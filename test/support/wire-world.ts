import { mkdtemp } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { type ServeOptions, serveSocket, type WireServer } from '../../adapters/wire/server.js'
import type { Hash, SessionId, TurnId } from '../../domain/ids.js'
import type { Notification, Snapshot } from '../../domain/protocol/notification.js'
import { removeFolder } from './remove-folder.js'

/** A folder of the test's own, removed at its end. */
export const ownFolder = async (t: ExecutionContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'yw-'))
  t.teardown(() => removeFolder(folder))
  return folder
}

/** The right side, or a failed test. */
export const right = <A>(t: ExecutionContext, either: E.Either<unknown, A>): A => {
  if (E.isRight(either)) return either.right
  t.log(either.left)
  throw new Error('expected a Right')
}

export const hash = 'ab'.repeat(32) as Hash
export const turnId = '019f0000-0000-7000-8000-000000000001' as TurnId

export const hello: Notification = {
  event: 'hello',
  data: { protocol: 1, yoi: '0.1.0', pod: 'alpha', session: turnId as string as SessionId, pid: 1 },
}

/** A snapshot of an idle Pod whose log ends at `seq`. */
export const snapshotAt = (seq: number, parts: Partial<Snapshot> = {}): Notification => ({
  event: 'snapshot',
  data: {
    status: 'idle',
    queue_held: false,
    tip: { seq, hash },
    head: { seq, hash },
    total: seq + 1,
    items: [],
    segments: [],
    records: [],
    queue: [],
    greeting: { pod: 'alpha', cwd: '/', model: 'offline', scope: [], tools: [] },
    in_flight: null,
    ...parts,
  },
})

/** A record in the stream. Its text makes it as long as wished. */
export const recordAt = (seq: number, text = ''): Notification => ({
  event: 'record',
  data: {
    prev: hash,
    seq,
    at: '2026-01-02T03:04:05.678Z' as never,
    type: 'NoteAdded',
    data: { turn: turnId, kind: 'test', text },
    hash,
  },
})

/** A stand-in for a Pod's state: a log of which only the length matters, published as it grows. */
export type Stand = {
  readonly server: WireServer
  readonly path: string
  readonly troubles: ReadonlyArray<string>
  /** Publishes `count` more records. */
  readonly grow: (count: number, text?: string) => void
  readonly seq: () => number
}

/** Serves a stand in a folder of the test's own; it is closed at the end of the test. */
export const serveStand = async (
  t: ExecutionContext,
  parts: Partial<ServeOptions> = {},
): Promise<Stand> => {
  const path = join(await ownFolder(t), 'pod', 'sock')
  const troubles: string[] = []
  let seq = 0
  const served = await serveSocket({
    path,
    greet: () => [hello, snapshotAt(seq)],
    receive: (client, method) => {
      if (method.id !== undefined) client.send({ event: 'ack', data: { id: method.id } })
    },
    onTrouble: (sentence) => troubles.push(sentence),
    ...parts,
  })()
  const server = right(t, served)
  t.teardown(() => server.close())
  const grow = (count: number, text = '') => {
    for (let i = 0; i < count; i += 1) {
      seq += 1
      server.publish(recordAt(seq, text))
    }
  }
  return { server, path, troubles, grow, seq: () => seq }
}

/** A bare socket that is connected; whatever becomes of it is no failure of the test by itself. */
export const rawSocket = (
  t: ExecutionContext,
  path: string,
  allowHalfOpen = false,
): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ path, allowHalfOpen })
    socket.on('error', () => undefined)
    socket.once('connect', () => resolve(socket))
    t.teardown(() => socket.destroy())
  })

/** Waits for a fact; the test's own time-out is the limit. */
export const until = async (fact: () => boolean): Promise<void> => {
  while (!fact()) await new Promise((resolve) => setTimeout(resolve, 5))
}
