import { type LogFile, type LogFiles, systemLogFiles } from '../../adapters/log/log-files.js'

/** What a call of a file operation is to do instead of working. */
export type Fault =
  /** Fails and changes nothing. */
  | 'EIO'
  /** Writes a part and then says that the disk is full; other operations fail as with EIO. */
  | 'ENOSPC'
  /** Works and then fails all the same; an open fails without it. */
  | 'late'
  /** A write that takes one byte only; other operations work. */
  | 'short'

export type FileCall = 'open' | 'makeFolder' | 'syncFolder' | 'remove' | keyof LogFile

/** Decides for each call, counted from 0 over all operations, whether it fails. */
export type FaultPlan = (call: FileCall, index: number) => Fault | undefined

/** The real files with faults where the plan says so, and the calls that were made. */
export const faultyLogFiles = (
  plan: FaultPlan,
): { readonly files: LogFiles; readonly calls: ReadonlyArray<FileCall> } => {
  const calls: FileCall[] = []

  const guarded = async <A>(call: FileCall, work: () => Promise<A>): Promise<A> => {
    const fault = plan(call, calls.push(call) - 1)
    if (fault === 'EIO' || fault === 'ENOSPC') throw systemError(fault)
    if (fault === 'late' && call === 'open') throw systemError('EIO')
    const done = await work()
    if (fault === 'late') throw systemError('EIO')
    return done
  }

  const write = async (file: LogFile, bytes: Uint8Array): Promise<number> => {
    const fault = plan('write', calls.push('write') - 1)
    if (fault === 'EIO') throw systemError(fault)
    if (fault === 'ENOSPC') await file.write(bytes.subarray(0, bytes.length >> 1))
    const done = fault === 'ENOSPC' ? 0 : await file.write(partOf(bytes, fault))
    if (fault === 'ENOSPC' || fault === 'late') throw systemError('ENOSPC')
    return done
  }

  const wrap = (file: LogFile): LogFile => ({
    tryLock: () => file.tryLock(),
    size: () => {
      if (plan('size', calls.push('size') - 1) !== undefined) throw systemError('EIO')
      return file.size()
    },
    hasName: () => file.hasName(),
    read: (into, position) => guarded('read', () => file.read(into, position)),
    write: (bytes) => write(file, bytes),
    datasync: () => guarded('datasync', () => file.datasync()),
    truncate: (sizeBytes) => guarded('truncate', () => file.truncate(sizeBytes)),
    close: () => file.close(),
  })

  const files: LogFiles = {
    open: async (path, how) => wrap(await guarded('open', () => systemLogFiles.open(path, how))),
    makeFolder: (path) => guarded('makeFolder', () => systemLogFiles.makeFolder(path)),
    syncFolder: (path) => guarded('syncFolder', () => systemLogFiles.syncFolder(path)),
    remove: (path) => guarded('remove', () => systemLogFiles.remove(path)),
  }
  return { files, calls }
}

const partOf = (bytes: Uint8Array, fault: Fault | undefined): Uint8Array =>
  fault === 'short' ? bytes.subarray(0, 1) : bytes

const systemError = (code: 'EIO' | 'ENOSPC'): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: as the test asked`), { code })
