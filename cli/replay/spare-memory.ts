import { setFlagsFromString } from 'node:v8'
import { limits } from '../../domain/limits.js'

/**
 * Lets the garbage collector of this process keep the heap small, for a log that is longer than what
 * is held of it. On a busy machine it would else let it grow to several times of what is in use.
 */
export const spareMemory = (logBytes: number): void => {
  if (logBytes <= limits.replayHeldBytes) return
  setFlagsFromString('--optimize-for-size')
  // What is young keeps the room that it begins with.
  setFlagsFromString('--semi-space-growth-factor=1')
}
