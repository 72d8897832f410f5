import type { Stats } from 'node:fs'
import type { LogFile, LogFiles } from '../../adapters/log/log-files.js'
import type { ReplacingFiles } from '../../adapters/node/write-atomic.js'
import { type DiskImage, type DiskOp, emptyDisk, seenAfter } from './disk-image.js'
import type { Fault, FileCall } from './faulty-log-files.js'
import { isError, isShortage, systemError } from './faulty-log-files.js'

/** What a call is to do instead of working: fail, or not come back because its process is killed. */
export type ModelFault = Fault | 'die'

/** The plan of a disk; calls are counted from 0 over all operations. */
export type ModelPlan = (call: FileCall, index: number) => ModelFault | undefined

/** A disk in memory that keeps what was asked of it, so that what a crash leaves can be said. */
export type ModelDisk = {
  readonly files: LogFiles
  readonly replacing: ReplacingFiles
  /** What running processes see. */
  readonly image: () => DiskImage
  /** What was asked since the start, in order. */
  readonly ops: ReadonlyArray<DiskOp>
  readonly calls: ReadonlyArray<FileCall>
  /** From now on another plan holds. */
  readonly follow: (plan: ModelPlan) => void
  /** Resolves when a call dies. */
  readonly died: () => Promise<void>
  /** The process is gone: its locks are free. */
  readonly kill: () => void
}

/** A disk that begins with this image. Folders are taken for made and durable. */
export const modelDisk = (start: DiskImage = emptyDisk): ModelDisk => {
  const ops: DiskOp[] = []
  const calls: FileCall[] = []
  const locks = new Map<number, LogFile>()
  let plan: ModelPlan = () => undefined
  let seen = start
  let newest = Math.max(0, ...start.names.values())
  let wake = (): void => undefined

  const put = (op: DiskOp): void => {
    ops.push(op)
    seen = seenAfter(seen, op)
  }
  const died = () => new Promise<void>((resolve) => (wake = resolve))
  const die = (): Promise<never> => {
    wake()
    return new Promise(() => undefined)
  }
  const step = (call: FileCall) => plan(call, calls.push(call) - 1)
  const guarded = async <A>(call: FileCall, work: () => A): Promise<A> => {
    const fault = step(call)
    if (fault === 'die') return die()
    if (isError(fault)) throw systemError(fault)
    const done = work()
    if (fault === 'late') throw systemError('EIO')
    return done
  }
  const named = (path: string): number => {
    const file = seen.names.get(path)
    if (file === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' })
    return file
  }
  const name = (path: string): number => {
    if (seen.names.has(path)) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' })
    newest += 1
    put({ op: 'name', path, file: newest })
    return newest
  }
  const bytesOf = (file: number): Buffer => seen.contents.get(file) ?? Buffer.alloc(0)

  const write = async (file: number, bytes: Uint8Array): Promise<number> => {
    const fault = step('write')
    const taken = takenOf(bytes, fault)
    const at = bytesOf(file).length
    if (taken.length > 0) put({ op: 'write', file, at, bytes: Buffer.from(taken) })
    if (fault === 'die') return die()
    if (isError(fault)) throw systemError(fault)
    if (fault === 'late') throw systemError('ENOSPC')
    return taken.length
  }
  const datasync = async (file: number): Promise<void> => {
    const fault = step('datasync')
    if (fault === 'die') return die()
    put({ op: isError(fault) ? 'lost' : 'synced', file })
    if (failsAt(fault)) throw systemError(isError(fault) ? fault : 'EIO')
  }
  const looked = <A>(look: () => A): A => {
    if (failsAt(step('size'))) throw systemError('EIO')
    return look()
  }
  const opened = (file: number, path: string): LogFile => {
    const one: LogFile = {
      tryLock: () => (locks.get(file) ?? (locks.set(file, one), one)) === one,
      size: () => looked(() => bytesOf(file).length),
      namedSize: () =>
        looked(() => (seen.names.get(path) === file ? bytesOf(file).length : undefined)),
      read: (into, position) =>
        guarded('read', () => bytesOf(file).copy(into, 0, position, position + into.length)),
      write: (bytes) => write(file, bytes),
      datasync: () => datasync(file),
      truncate: (size) => guarded('truncate', () => put({ op: 'truncate', file, size })),
      close: async () => {
        if (locks.get(file) === one) locks.delete(file)
      },
    }
    return one
  }
  const keep = (path: string): number => {
    const file = seen.names.get(path)
    if (file === undefined) return name(path)
    put({ op: 'truncate', file, size: 0 })
    return file
  }
  const openAs = { create: name, extend: named, keep }
  const remove = (path: string): void => {
    named(path)
    put({ op: 'unname', path })
  }
  const syncFolder = (path: string) =>
    guarded('syncFolder', () => put({ op: 'folder_synced', folder: path }))

  return {
    files: {
      // A file that was opened too late to be told of is not made.
      open: async (path, how) => {
        const fault = step('open')
        if (fault === 'die') return die()
        if (failsAt(fault)) throw systemError(isError(fault) ? fault : 'EIO')
        return opened(openAs[how](path), path)
      },
      makeFolder: (path) => guarded('makeFolder', () => void path),
      syncFolder,
      remove: (path) => guarded('remove', () => remove(path)),
    },
    replacing: {
      make: async (path, content, sync) => {
        const file = opened(await guarded('open', () => name(path)), path)
        await file.write(Buffer.from(content))
        if (sync) await file.datasync()
        // Nobody here looks at more of it than the size.
        return { size: Buffer.byteLength(content) } as Stats
      },
      rename: (from, to) =>
        guarded('rename', () => put({ op: 'rename', path: from, to, file: named(from) })),
      remove: (path) => guarded('remove', () => (seen.names.has(path) ? remove(path) : undefined)),
      syncFolder,
    },
    image: () => seen,
    ops,
    calls,
    follow: (next) => {
      plan = next
    },
    died,
    kill: () => locks.clear(),
  }
}

const failsAt = (fault: ModelFault | undefined): boolean =>
  fault !== undefined && fault !== 'short' && fault !== 'die'

const takenOf = (bytes: Uint8Array, fault: ModelFault | undefined): Uint8Array => {
  if (fault === undefined || fault === 'late') return bytes
  if (fault === 'short') return bytes.subarray(0, 1)
  return fault === 'die' || isShortage(fault) ? bytes.subarray(0, bytes.length >> 1) : noBytes
}

const noBytes = new Uint8Array()
