import { type LogFile, type LogFiles, systemLogFiles } from '../../adapters/log/log-files.js'

/** Errors of a system that changes nothing. */
const refusals = ['EIO', 'EMFILE', 'EACCES'] as const
/** Errors of a system that has no room: a write takes a part before it says so. */
const shortages = ['ENOSPC', 'EFBIG'] as const

/** Every error that a system may give. */
export const systemErrors = [...refusals, ...shortages]

type SystemError = (typeof systemErrors)[number]

/** What a call of a file operation is to do instead of working. */
export type Fault =
  /** Fails and changes nothing; a write that finds no room has taken a part. */
  | SystemError
  /** Works and then fails all the same; an open fails without it. */
  | 'late'
  /** A write that takes one byte only; other operations work. */
  | 'short'

export type FileCall = 'open' | 'makeFolder' | 'syncFolder' | 'remove' | 'rename' | keyof LogFile

/** Decides for each call, counted from 0 over all operations, whether it fails. */
export type FaultPlan = (call: FileCall, index: number) => Fault | undefined

/** The real files with faults where the plan says so, and the calls that were made. */
export const faultyLogFiles = (
  plan: FaultPlan,
): { readonly files: LogFiles; readonly calls: ReadonlyArray<FileCall> } => {
  const calls: FileCall[] = []

  const guarded = async <A>(call: FileCall, work: () => Promise<A>): Promise<A> => {
    const fault = plan(call, calls.push(call) - 1)
    if (isError(fault)) throw systemError(fault)
    if (fault === 'late' && call === 'open') throw systemError('EIO')
    const done = await work()
    if (fault === 'late') throw systemError('EIO')
    return done
  }

  const write = async (file: LogFile, bytes: Uint8Array): Promise<number> => {
    const fault = plan('write', calls.push('write') - 1)
    if (isError(fault)) {
      if (isShortage(fault)) await file.write(bytes.subarray(0, bytes.length >> 1))
      throw systemError(fault)
    }
    const done = await file.write(partOf(bytes, fault))
    if (fault === 'late') throw systemError('ENOSPC')
    return done
  }

  const looked = <A>(look: () => A): A => {
    const fault = plan('size', calls.push('size') - 1)
    if (fault !== undefined && fault !== 'short') throw systemError('EIO')
    return look()
  }

  const wrap = (file: LogFile): LogFile => ({
    tryLock: () => file.tryLock(),
    size: () => looked(() => file.size()),
    namedSize: () => looked(() => file.namedSize()),
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

/** Whether the call fails without having worked. */
export const isError = (fault: Fault | undefined): fault is SystemError =>
  systemErrors.some((one) => one === fault)

/** Whether a write takes a part before it fails. */
export const isShortage = (fault: SystemError): boolean => shortages.some((one) => one === fault)

export const systemError = (code: SystemError): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: as the test asked`), { code })
