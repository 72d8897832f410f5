import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from './code-of.js'
import { isFolder } from './is-folder.js'

/**
 * Makes the folder, with its parents, for this user alone (0700 whatever the umask). A folder that
 * is there keeps its mode, unless others may look into it; then it is closed. Gives the first
 * folder that had to be made, so that a caller can make its entry durable.
 */
export const privateFolder = async (path: string): Promise<string | undefined> => {
  const made = await makeFolders(path)
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0) await chmod(path, 0o700)
  return made
}

// Not by mkdir's own recursion, which never ends below a folder that takes none, such as /proc.
const makeFolders = async (path: string): Promise<string | undefined> => {
  try {
    return await madeFolder(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const made = await makeFolders(dirname(resolve(path))).catch(asNoFolder)
    // Another may have made it, and what is above it, meanwhile.
    const own = await madeFolder(path)
    return made ?? own
  }
}

// Where a folder should be there is a file, or a link to nothing: the system says this of a file.
const asNoFolder = (error: unknown): never => {
  throw codeOf(error) === 'EEXIST' ? Object.assign(error as Error, { code: 'ENOTDIR' }) : error
}

const madeFolder = async (path: string): Promise<string | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 })
    await chmod(path, 0o700)
    return path
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (await isFolder(path)) return undefined
    throw Object.assign(new Error(`${path} is not a folder: move it away`), { code: 'EEXIST' })
  }
}
