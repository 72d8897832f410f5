import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes the folder, with its parents, for this user alone (0700 whatever the umask). A folder that
 * is there keeps its mode, unless others may look into it; then it is closed. Gives the first
 * folder that had to be made, so that a caller can make its entry durable.
 */
export const privateFolder = async (path: string): Promise<string | undefined> => {
  const made = await makeFolders(path)
  const { mode } = await stat(path)
  if (made !== undefined || (mode & 0o077) !== 0) await chmod(path, 0o700)
  return made
}

// Not by mkdir's own recursion, which never ends below a folder that takes none, such as /proc.
const makeFolders = async (path: string): Promise<string | undefined> => {
  try {
    return await madeFolder(path)
  } catch (error) {
    const above = dirname(resolve(path))
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await isFolder(above))) throw error
    const made = await makeFolders(above)
    const own = await madeFolder(path)
    return made ?? own
  }
}

const madeFolder = async (path: string): Promise<string | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 })
    return path
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await isFolder(path)))
      return undefined
    throw error
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
