import { constants } from 'node:fs'
import { type FileHandle, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { bytesAt } from '../../../adapters/node/bytes-at.js'
import { openRegular } from '../../../adapters/node/open-regular.js'
import { privateFolder } from '../../../adapters/node/private-folder.js'
import { tryLock } from '../../../adapters/node/try-lock.js'
import { writeAtomic } from '../../../adapters/node/write-atomic.js'
import { decode } from '../../../domain/decode.js'
import { limits } from '../../../domain/limits.js'
import { Segments } from '../../../domain/segment.js'
import { withoutDoubles } from '../../tui/editor/earlier-inputs.js'

const Line = t.type({ input: Segments }, 'InputLine')

/** What a person typed, over all sessions. */
export type InputHistory = {
  /** The newest last. */
  readonly inputs: ReadonlyArray<Segments>
  /** Appends one; returns at once. An input that is too long is not kept. */
  readonly remember: (input: Segments) => void
  /** Resolves when all is written. */
  readonly settled: () => Promise<void>
}

/**
 * Opens the history in this file. Several processes may append to it. Lines that are damaged are
 * passed over, and a disk that fails stops nobody from typing. Never rejects.
 */
export const openInputHistory = async (path: string, now: () => string): Promise<InputHistory> => {
  let queue: Promise<void> = Promise.resolve()
  return {
    inputs: await readInputs(path).catch(() => []),
    remember: (input) => {
      const line = `${JSON.stringify({ at: now(), input })}\n`
      if (Buffer.byteLength(line) > limits.earlierInputBytesMax) return
      queue = queue.then(() => append(path, line)).catch(() => undefined)
    },
    settled: () => queue,
  }
}

const readInputs = async (path: string): Promise<ReadonlyArray<Segments>> => {
  const handle = await openRegular(path)
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - limits.earlierInputsBytes)
    const lines = (await bytesAt(handle, start, size - start)).toString('utf8').split('\n')
    return withoutDoubles(lines.slice(start > 0 ? 1 : 0).flatMap(inputIn))
  } finally {
    await handle.close()
  }
}

const inputIn = (line: string): ReadonlyArray<Segments> => {
  try {
    const decoded = decode(Line, JSON.parse(line))
    return E.isLeft(decoded) ? [] : [decoded.right.input]
  } catch {
    // A torn line, or no line of ours.
    return []
  }
}

const append = async (path: string, line: string): Promise<void> => {
  await privateFolder(dirname(path))
  for (let look = 0; look < looksMax; look += 1)
    if (
      await withFile(path, (handle) =>
        appendHere({ path, line, isLast: look === looksMax - 1 }, handle),
      )
    )
      return
}

const looksMax = 50
const lookMs = 20

const { O_RDWR, O_APPEND, O_CREAT } = constants

const withFile = async <A>(path: string, act: (handle: FileHandle) => Promise<A>): Promise<A> => {
  const handle = await openRegular(path, O_RDWR | O_APPEND | O_CREAT)
  try {
    return await act(handle)
  } finally {
    await handle.close()
  }
}

type Appending = { readonly path: string; readonly line: string; readonly isLast: boolean }

/**
 * Appends while no other process cuts the file; false when that has to be tried again. Who waits too
 * long appends all the same: at worst a cutting under way loses this line.
 */
const appendHere = async (
  { path, line, isLast }: Appending,
  handle: FileHandle,
): Promise<boolean> => {
  const isOurs = isLocked(handle) && (await isStillThere(path, handle))
  if (!isOurs && !isLast) {
    await sleep(lookMs)
    return false
  }
  await handle.appendFile((await isTorn(handle)) ? `\n${line}` : line)
  const { size } = await handle.stat()
  if (isOurs && size > limits.inputHistoryBytesMax) await cutToNewest(path, size, handle)
  return true
}

// Where the file system has no locks, nobody can wait for anybody.
const isLocked = (handle: FileHandle): boolean => {
  try {
    return tryLock(handle.fd)
  } catch {
    return true
  }
}

// The file may have been replaced while we waited for it.
const isStillThere = async (path: string, handle: FileHandle): Promise<boolean> => {
  const [there, here] = await Promise.all([stat(path).catch(() => undefined), handle.stat()])
  return there?.ino === here.ino && there.dev === here.dev
}

const isTorn = async (handle: FileHandle): Promise<boolean> => {
  const { size } = await handle.stat()
  if (size === 0) return false
  const [last] = await bytesAt(handle, size - 1, 1)
  return last !== 0x0a
}

const cutToNewest = async (path: string, size: number, handle: FileHandle): Promise<void> => {
  const keptBytes = limits.inputHistoryBytesMax / 2
  const newest = await bytesAt(handle, size - keptBytes, keptBytes)
  await writeAtomic(path, newest.subarray(newest.indexOf('\n') + 1))
}
