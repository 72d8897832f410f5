import type { Socket } from 'node:net'
import { limits } from '../../domain/limits.js'

type Entry = { readonly line: Buffer; readonly kind: 'greeting' | 'published' | 'answer' }

/**
 * What waits for one client, in order. Only one batch at a time is handed to the socket: what is
 * handed over can no longer be dropped, and it is kept until the client takes it.
 */
export type Outbox = {
  readonly socket: Socket
  readonly source: OutboxSource
  readonly entries: Entry[]
  publishedBytes: number
  answerBytes: number
  /** The socket has a batch that the client has not taken yet. */
  writing: boolean
  /** Published lines were dropped; a new greeting is due as soon as the client takes anything. */
  behind: boolean
  ending: boolean
}

export type OutboxSource = {
  /** `resync` and a new snapshot, as they stand at the moment of the call. */
  readonly greetAgain: () => ReadonlyArray<Buffer>
  /** The client does not read the answers to its own calls. */
  readonly onAnswersUnread: () => void
}

/** An outbox that begins with the client's greeting, which is handed over at once. */
export const openOutbox = (
  socket: Socket,
  greeting: ReadonlyArray<Buffer>,
  source: OutboxSource,
): Outbox => {
  const entries = greeting.map((line): Entry => ({ line, kind: 'greeting' }))
  const counts = { publishedBytes: 0, answerBytes: 0 }
  const outbox = {
    socket,
    source,
    entries,
    ...counts,
    writing: false,
    behind: false,
    ending: false,
  }
  pump(outbox)
  return outbox
}

/**
 * Queues what every client gets. A client too far behind loses all that is queued so and is greeted
 * anew once it reads again; so one that never reads costs neither memory nor work.
 */
export const publishInto = (line: Buffer, outbox: Outbox): void => {
  if (outbox.behind || isOver(outbox)) return
  if (exceeds(outbox.publishedBytes, line, limits.clientBacklogBytesMax)) return fallBehind(outbox)
  outbox.publishedBytes += line.length
  enqueue({ line, kind: 'published' }, outbox)
}

/** Queues an answer to this client's own call; these are never dropped. */
export const answerInto = (line: Buffer, outbox: Outbox): void => {
  if (isOver(outbox)) return
  if (exceeds(outbox.answerBytes, line, limits.clientAnswersBytesMax))
    return outbox.source.onAnswersUnread()
  outbox.answerBytes += line.length
  enqueue({ line, kind: 'answer' }, outbox)
}

/** Lets the client take what is queued and then ends the connection; nothing more is queued. */
export const endOutbox = (outbox: Outbox): void => {
  outbox.ending = true
  outbox.behind = false
  pump(outbox)
}

/** Drops what is queued, says `last` and ends the connection. */
export const dismissOutbox = (last: Buffer, outbox: Outbox): void => {
  outbox.entries.splice(0, outbox.entries.length, { line: last, kind: 'answer' })
  endOutbox(outbox)
}

const isOver = (outbox: Outbox) => outbox.ending || outbox.socket.destroyed

// A line alone is never too much, however long: who has nothing queued is not behind.
const exceeds = (bytes: number, line: Buffer, bytesMax: number) =>
  bytes > 0 && bytes + line.length > bytesMax

const enqueue = (entry: Entry, outbox: Outbox) => {
  outbox.entries.push(entry)
  pump(outbox)
}

const fallBehind = (outbox: Outbox) => {
  const kept = outbox.entries.filter((entry) => entry.kind === 'answer')
  outbox.entries.splice(0, outbox.entries.length, ...kept)
  outbox.publishedBytes = 0
  outbox.behind = true
  pump(outbox)
}

const pump = (outbox: Outbox): void => {
  if (outbox.writing || outbox.socket.destroyed) return
  if (outbox.behind) catchUp(outbox)
  const batch = takeBatch(outbox)
  if (batch.length > 0) return handOver(batch, outbox)
  if (outbox.ending && !outbox.socket.writableEnded)
    outbox.socket.end(() => outbox.socket.destroy())
}

const catchUp = (outbox: Outbox) => {
  outbox.behind = false
  const greeting = outbox.source.greetAgain()
  outbox.entries.unshift(...greeting.map((line): Entry => ({ line, kind: 'greeting' })))
}

const takeBatch = (outbox: Outbox): ReadonlyArray<Entry> => {
  let bytes = 0
  let count = 0
  for (const { line } of outbox.entries) {
    if (bytes >= batchBytes) break
    bytes += line.length
    count += 1
  }
  return outbox.entries.splice(0, count)
}

/** A batch is closed at this size; with its last line it may be larger. */
const batchBytes = 64 * 1024

const handOver = (batch: ReadonlyArray<Entry>, outbox: Outbox) => {
  outbox.publishedBytes -= bytesOf('published', batch)
  outbox.answerBytes -= bytesOf('answer', batch)
  outbox.writing = true
  outbox.socket.write(Buffer.concat(batch.map((entry) => entry.line)), (error) => {
    // After an error the socket is on its way to `close`, and nothing more can be handed over.
    if (error) return
    outbox.writing = false
    pump(outbox)
  })
}

const bytesOf = (kind: Entry['kind'], batch: ReadonlyArray<Entry>) =>
  batch.reduce((sum, entry) => (entry.kind === kind ? sum + entry.line.length : sum), 0)
