import { type Stats, statSync } from 'node:fs'
import { codeOf } from '../../adapters/node/code-of.js'

/** What became of a log that is not among the logs, as the end of a sentence that begins with it. */
export const logIs = (path: string): string => {
  try {
    const found = statSync(path)
    return found.isFile() ? 'is there again' : `is no file: ${kindOf(found)} has its name`
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'is gone' : `cannot be looked at (${codeOf(error)})`
  }
}

const kindOf = (found: Stats): string => {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a FIFO'
  return found.isSocket() ? 'a socket' : 'a device'
}
