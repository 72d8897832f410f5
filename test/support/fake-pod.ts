import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Event } from '../../domain/event/event.js'
import type { Hash, RecordRef, SessionId } from '../../domain/ids.js'
import { type LogRecord, refOf } from '../../domain/log/record.js'
import { seal } from '../../domain/log/seal.js'
import type { Method } from '../../domain/protocol/method.js'
import type { InFlight, Notification, Snapshot } from '../../domain/protocol/notification.js'
import type { PodStatus } from '../../domain/protocol/status.js'
import type { Timestamp } from '../../domain/time.js'

const sha256 = (content: string | Uint8Array): Hash =>
  createHash('sha256').update(content).digest('hex') as Hash

/** A Pod that does what its test says: it keeps records, tells clients, and collects methods. */
export type FakePod = {
  readonly session: SessionId
  readonly records: LogRecord[]
  readonly methods: Method[]
  status: PodStatus
  inFlight: InFlight | null
  readonly snapshot: () => Snapshot
  readonly append: (...events: ReadonlyArray<Event>) => void
  readonly tell: (notification: Notification) => void
  readonly setStatus: (status: PodStatus) => void
  onMethod: (method: Method) => void
  readonly listen: (path: string) => Promise<void>
  /** Drops every client and stops listening; `listen` starts again. */
  readonly hangUp: () => Promise<void>
}

export const createFakePod = (name = 'fake'): FakePod => {
  const clients = new Set<Socket>()
  let server = createServer()
  const write = (socket: Socket, notification: Notification) =>
    void socket.write(`${JSON.stringify(notification)}\n`)
  const pod: FakePod = {
    session: randomUUID() as string as SessionId,
    records: [],
    methods: [],
    status: { status: 'idle', queue_held: false },
    inFlight: null,
    snapshot: () => ({
      ...pod.status,
      tip: tipOf(pod.records),
      head: tipOf(pod.records),
      total: pod.records.length,
      items: [],
      segments: [],
      records: pod.records,
      queue: [],
      greeting: {
        pod: name,
        cwd: '/home/someone/project',
        model: 'offline',
        scope: ['write /home/someone/project'],
        tools: ['Read'],
        context_window: 200_000,
      },
      in_flight: pod.inFlight,
    }),
    append: (...events) => {
      const at = '2026-01-02T03:04:05.678Z' as Timestamp
      const sealed = seal(sha256)(events, tipOf(pod.records) ?? undefined, at)
      for (const { record } of sealed) {
        pod.records.push(record)
        pod.tell({ event: 'record', data: record })
      }
    },
    tell: (notification) => {
      for (const client of clients) write(client, notification)
    },
    setStatus: (status) => {
      pod.status = status
      pod.tell({ event: 'status', data: status })
    },
    onMethod: () => undefined,
    listen: (path) =>
      new Promise((resolve) => {
        server = createServer((socket) => {
          clients.add(socket)
          socket.on('close', () => clients.delete(socket))
          socket.on('error', () => undefined)
          const hello = { protocol: 1, yoi: '0', pod: name, session: pod.session, pid: 1 }
          write(socket, { event: 'hello', data: hello })
          write(socket, { event: 'snapshot', data: pod.snapshot() })
          const lines = createInterface({ input: socket })
          lines.on('error', () => undefined)
          lines.on('line', (line) => {
            const method = JSON.parse(line) as Method
            pod.methods.push(method)
            pod.onMethod(method)
          })
        })
        server.listen(path, () => resolve())
      }),
    hangUp: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const client of clients) client.destroy()
      }),
  }
  return pod
}

const tipOf = (records: ReadonlyArray<LogRecord>): RecordRef | null => {
  const last = records.at(-1)
  return last === undefined ? null : refOf(last)
}
