/** The files that are replaced by temp file and rename, each with the same steps. */
export const replacedFiles = [
  'scope.lock',
  'live.json',
  'history.json',
  'status.json',
  'checkpoint.json',
] as const

type FileStep = 'before_write' | 'before_rename' | 'renamed'

/**
 * The places between two steps outside at which a test may let the process die; docs/testing.md
 * says how. Each stands in the code once.
 */
export const crashPoints = [
  'log.before_create',
  'log.created',
  'log.before_write',
  'log.written',
  'log.synced',
  'log.folder_synced',
  'tail.before_copy',
  'tail.copied',
  'tail.cut',
  'guard.taken',
  'guard.signed',
  'guard.done',
  'socket.bound',
  'socket.linked',
] as const

/** The name of a place. */
export type CrashPoint = (typeof crashPoints)[number] | `${string}.${FileStep}`

/** What is done at a place. */
export type CrashVisit = (name: CrashPoint) => void

/**
 * Ends this process by SIGKILL when `YOI_CRASH_AT` is `name:n` and this is the nth time that it
 * comes to this place. Without that variable, which is read once at the start, it does nothing.
 */
export const crashPoint: CrashVisit = (name) => visit(name)

/** From now on something else is done at every place: a test looks at the disk there. */
export const visitCrashPoints = (other: CrashVisit): void => {
  visit = other
}

const killAt = (text: string | undefined): CrashVisit => {
  const [, wanted = '', times = '1'] = /^(.+?)(?::(\d+))?$/.exec(text ?? '') ?? []
  let left = Number(times)
  return (name) => {
    if (name !== wanted) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}

let visit = killAt(process.env['YOI_CRASH_AT'])
