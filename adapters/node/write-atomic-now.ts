import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { tempName } from './write-atomic.js'

/**
 * As `writeAtomic`, for a process that is about to end: the file is there when this returns, not
 * synced, in a folder that is made for this user alone where it is missing. Throws the file system's
 * error; the old file is then untouched.
 */
export const writeAtomicNow = (path: string, content: string): void => {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const temp = join(folder, tempName(basename(path)))
  try {
    writeFileSync(temp, content, { mode: 0o600, flag: 'wx' })
    renameSync(temp, path)
  } catch (error) {
    rmSync(temp, { force: true })
    throw error
  }
}
