import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from './code-of.js'
import { tempName } from './write-atomic.js'

/**
 * As `writeAtomic`, for a process that is about to end: the file is there when this returns, not
 * synced, in a folder that is made for this user alone where it is missing. Throws the file system's
 * error; the old file is then untouched.
 */
export const writeAtomicNow = (path: string, content: string): void => {
  const folder = resolve(dirname(path))
  makeFolders(folder)
  const temp = join(folder, tempName(basename(path)))
  try {
    writeFileSync(temp, content, { mode: 0o600, flag: 'wx' })
    chmodSync(temp, 0o600)
    renameSync(temp, path)
  } catch (error) {
    rmSync(temp, { force: true })
    throw error
  }
}

// Not by mkdir's own recursion, which never ends below a folder that takes none, such as /proc.
const makeFolders = (folder: string): void => {
  try {
    makeFolder(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    makeFolders(dirname(folder))
    makeFolder(folder)
  }
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
