import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../node/code-of.js'

/**
 * The path with all links resolved; what does not exist yet is kept behind the deepest folder that
 * does. Rejects with the file system's error; a link to nothing is ENOENT.
 */
export const realPath = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || (await isLink(path))) throw error
    return join(await realPath(dirname(path)), basename(path))
  }
}

/** Whether a link lies at this path, wherever it leads. */
export const isLink = async (path: string): Promise<boolean> => {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    // Nothing there, or nothing to be seen there: not a link.
    return false
  }
}
