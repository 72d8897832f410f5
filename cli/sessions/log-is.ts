import { statSync } from 'node:fs'
import { codeOf } from '../../adapters/node/code-of.js'

/** What became of a log that is not among the logs, as the end of a sentence that begins with it. */
export const logIs = (path: string): string => {
  try {
    statSync(path)
    return 'is there again'
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'is gone' : `cannot be looked at (${codeOf(error)})`
  }
}
