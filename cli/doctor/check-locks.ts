import { messageOf } from '../../adapters/node/message-of.js'
import { lockLibrary } from '../../adapters/node/try-lock.js'
import { ok, wrong, type Finding } from './finding.js'

/** Whether the library of kernel locks, which guards sessions, has a form for this machine. */
export const checkLocks = (): Finding => {
  try {
    lockLibrary()
    return ok('locks', 'Kernel locks can be used.')
  } catch (error) {
    return wrong('locks', `There are ${messageOf(error)}; run npm install again on this machine.`)
  }
}
