import { chmod, mkdir, stat } from 'node:fs/promises'

/**
 * Makes the folder, with its parents, for this user alone (0700 whatever the umask). A folder that
 * is there keeps its mode, unless others may look into it; then it is closed. Gives the first
 * folder that had to be made, so that a caller can make its entry durable.
 */
export const privateFolder = async (path: string): Promise<string | undefined> => {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  const { mode } = await stat(path)
  if (made !== undefined || (mode & 0o077) !== 0) await chmod(path, 0o700)
  return made
}
