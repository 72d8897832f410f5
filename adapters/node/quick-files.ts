import {
  closeSync,
  fchmodSync,
  fstatSync,
  openSync,
  read,
  readSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { limits } from '../../domain/limits.js'

type ReadRange = [into: Uint8Array, offset: number, length: number, position: number]

/** What readers ask of an open file. A `FileHandle` can do it too. */
export type ReadableFile = {
  readonly read: (...range: ReadRange) => Promise<{ readonly bytesRead: number }>
  readonly stat: () => Promise<Stats>
  readonly close: () => Promise<void>
}

/** An open file whose calls are made in the thread that asks. */
export type QuickFile = ReadableFile & {
  /** Writes all of a content of at most `limits.hereBytesMax` bytes from where the file stands. */
  readonly writeFile: (content: string | Uint8Array) => Promise<void>
  readonly chmod: (mode: number) => Promise<void>
}

/** Calls of the file system that take microseconds, whatever the disk is doing. */
export type QuickFiles = {
  readonly open: (path: string, flags: string | number, mode?: number) => Promise<QuickFile>
  readonly stat: (path: string) => Promise<Stats>
}

/**
 * Makes them in this thread, since the way to the thread pool and back takes longer than they do;
 * a read of more than `limits.hereBytesMax` bytes goes to the pool. Rejects as `node:fs/promises`
 * does. Whoever opens closes: nothing else does.
 */
export const quickFiles: QuickFiles = {
  open: async (path, flags, mode) => quickFile(openSync(path, flags, mode)),
  stat: async (path) => statSync(path),
}

const quickFile = (fd: number): QuickFile => ({
  read: async (...range) =>
    range[2] <= limits.hereBytesMax
      ? { bytesRead: readSync(fd, ...range) }
      : readInPool(fd, ...range),
  writeFile: async (content) => writeFileSync(fd, content),
  chmod: async (mode) => fchmodSync(fd, mode),
  stat: async () => fstatSync(fd),
  close: async () => closeSync(fd),
})

const readInPool = promisify(read)
