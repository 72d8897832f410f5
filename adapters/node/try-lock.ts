import { createRequire } from 'node:module'
import { codeOf } from './code-of.js'
import { messageOf } from './message-of.js'

/**
 * Takes the kernel's lock on an open file that may be written, without waiting; false when another
 * open file holds it, in this process or in any other. Closing the file, and any death of the
 * process, frees it. Throws where the file system has no locks.
 */
export const tryLock = (fd: number): boolean => {
  try {
    native.tryLock(fd, 0, 0, true)
    return true
  } catch (error) {
    if (isHeld(error)) return false
    throw new Error(`the file system gives no lock: ${messageOf(error)}`, { cause: error })
  }
}

type Native = {
  /** Of so many bytes from a place on, 0 for all of the file; throws EAGAIN when it is held. */
  readonly tryLock: (...lock: Range) => void
}

type Range = readonly [fd: number, offset: number, length: number, exclusive: boolean]

// Asked for by its path: the package looks for it in so many places that a Pod, and each command
// that looks at Pods, would start a tenth later.
const native: Native = createRequire(import.meta.url)(
  `fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`,
)

const isHeld = (error: unknown): boolean => codeOf(error) === 'EAGAIN'
