import { messageOf } from '../../adapters/node/message-of.js'
import { lockLibrary } from '../../adapters/node/try-lock.js'
import { whenFilesRunOut } from '../../adapters/node/when-files-run-out.js'
import { type Finding, ok, wrong } from './finding.js'

/** Whether the library of kernel locks, which guards sessions, has a form for this machine. */
export const checkLocks = (): Finding => {
  try {
    lockLibrary()
    return ok('locks', 'Kernel locks can be used.')
  } catch (error) {
    const words = messageOf(error)
    return wrong('locks', `There are ${words}; ${whenFilesRunOut(words) ?? again}.`)
  }
}

const again = 'run npm install again on this machine'
