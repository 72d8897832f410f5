import { statSync } from 'node:fs'
import { codeOf } from '../../adapters/node/code-of.js'
import { fileKind } from '../../adapters/node/open-regular.js'

/** What became of a log that is not among the logs, as the end of a sentence that begins with it. */
export const logIs = (path: string): string => {
  try {
    const found = statSync(path)
    return found.isFile() ? 'is there again' : `is no file: ${fileKind(found)} has its name`
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'is gone' : `cannot be looked at (${codeOf(error)})`
  }
}
