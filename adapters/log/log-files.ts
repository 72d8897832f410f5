import { constants, fstatSync, statSync, writeSync } from 'node:fs'
import { type FileHandle, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { limits } from '../../domain/limits.js'
import { openRegular } from '../node/open-regular.js'
import { privateFolder } from '../node/private-folder.js'
import { tryLock } from '../node/try-lock.js'
import { syncFolder } from '../node/write-atomic.js'

/** An open file. What fails rejects or throws with the system's error. */
export type LogFile = {
  readonly tryLock: () => boolean
  readonly size: () => number
  /** The size again, by the path that it was opened by; undefined when that names it no more. */
  readonly namedSize: () => number | undefined
  /** Fills `into` from `position` as far as one read goes; gives the bytes read. */
  readonly read: (into: Uint8Array, position: number) => Promise<number>
  /** Writes `bytes` behind the end as far as one write goes; gives the bytes written. */
  readonly write: (bytes: Uint8Array) => Promise<number>
  readonly datasync: () => Promise<void>
  readonly truncate: (sizeBytes: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** The file operations of the log writer; tests pass their own to let one of them fail. */
export type LogFiles = {
  /**
   * `create`: a new file, exclusively. `extend`: one that is there. `keep`: a copy, made anew. All
   * are 0600 whatever the umask, and open for reading and for writing at the end.
   */
  readonly open: (path: string, how: 'create' | 'extend' | 'keep') => Promise<LogFile>
  /** Makes a folder 0700 and durable, with its parents; content with one that is there. */
  readonly makeFolder: (path: string) => Promise<void>
  /** Makes the names in a folder durable. */
  readonly syncFolder: (path: string) => Promise<void>
  readonly remove: (path: string) => Promise<void>
}

/** The real files. */
export const systemLogFiles: LogFiles = {
  open: async (path, how) => logFile(await openAs(path, how), path),
  makeFolder: (path) => makeFolder(path),
  syncFolder: (path) => syncFolder(path),
  remove: (path) => unlink(path),
}

const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_TRUNC } = constants

const flags = {
  create: O_RDWR | O_APPEND | O_CREAT | O_EXCL,
  extend: O_RDWR | O_APPEND,
  keep: O_RDWR | O_APPEND | O_CREAT | O_TRUNC,
} as const

const openAs = async (path: string, how: keyof typeof flags): Promise<FileHandle> => {
  const handle = await openRegular(path, flags[how])
  try {
    if (how !== 'extend') await handle.chmod(0o600)
    return handle
  } catch (error) {
    await handle.close()
    if (how === 'create') await unlink(path)
    throw error
  }
}

// The size and the name are asked for synchronously: that takes some microseconds, the way to the
// thread pool and back would take fifty. So does a short write, which ends in the system's cache.
const logFile = (handle: FileHandle, path: string): LogFile => {
  const own = fstatSync(handle.fd)
  return {
    tryLock: () => tryLock(handle.fd),
    size: () => fstatSync(handle.fd).size,
    namedSize: () => {
      const named = statSync(path, { throwIfNoEntry: false })
      return named?.ino === own.ino && named.dev === own.dev ? named.size : undefined
    },
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    write: async (bytes) =>
      bytes.length <= limits.hereBytesMax
        ? writeSync(handle.fd, bytes)
        : (await handle.write(bytes)).bytesWritten,
    datasync: () => handle.datasync(),
    truncate: (sizeBytes) => handle.truncate(sizeBytes),
    close: () => handle.close(),
  }
}

const makeFolder = async (path: string): Promise<void> => {
  const first = await privateFolder(path)
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder))
    await syncFolder(dirname(folder))
}
