import { createRequire } from 'node:module'
import { codeOf } from './code-of.js'
import { messageOf } from './message-of.js'

/**
 * Takes the kernel's lock on an open file that may be written, without waiting; false when another
 * open file holds it, in this process or in any other. Closing the file, and any death of the
 * process, frees it. Throws where the file system, or this machine's npm install, has no locks.
 */
export const tryLock = (fd: number): boolean => {
  const { tryLock } = lockLibrary()
  try {
    tryLock(fd, 0, 0, true)
    return true
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return false
    throw new Error(`the file system gives no lock: ${messageOf(error)}`, { cause: error })
  }
}

type LockLibrary = {
  /** Of so many bytes from a place on, 0 for all of the file; throws EAGAIN when it is held. */
  readonly tryLock: (...lock: Range) => void
}

type Range = readonly [fd: number, offset: number, length: number, exclusive: boolean]

let loaded: LockLibrary | undefined

/** The kernel's locks, loaded at their first use. Throws an error with the code `NO_LOCKS`. */
export const lockLibrary = (): LockLibrary => {
  loaded ??= loadFor(`${process.platform}-${process.arch}`)
  return loaded
}

/**
 * The locks for a machine, named as npm packages name it (`linux-x64`). Asked for by its path: the
 * package looks for it in so many places that a Pod, and each command that looks at Pods, would
 * start a tenth later.
 */
export const loadFor = (machine: string): LockLibrary => {
  try {
    return createRequire(import.meta.url)(
      `fs-native-extensions/prebuilds/${machine}/fs-native-extensions.node`,
    )
  } catch (error) {
    const [why] = messageOf(error).split('\n')
    throw Object.assign(new Error(`no kernel locks for ${machine}: ${why}`), { code: 'NO_LOCKS' })
  }
}
