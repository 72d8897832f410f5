import { rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Takes a Pod's own things out of its folder, and the folder too when nothing is left in it: what
 * the Pod complained of stays. Never rejects for what others put there.
 */
export const leaveFolder = async (folder: string): Promise<void> => {
  await rm(join(folder, 'pid'), { force: true })
  const complaints = join(folder, 'stderr.log')
  const found = await stat(complaints).catch(() => undefined)
  if (found?.size === 0) await rm(complaints, { force: true })
  await rmdir(folder).catch(() => undefined)
}
