import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '../../domain/limits.js'

/**
 * Removes the temporary files that projectors left in a folder when they were killed: those that
 * were last written `limits.leftoverFileMs` before `nowMs`, which is a time of the same disk. Never
 * rejects: what stays harms nothing.
 */
export const sweepLeftovers = async (folder: string, nowMs: number): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const path of names.filter(isTemporary).map((name) => join(folder, name)))
    if (await isOlder(path, nowMs - limits.leftoverFileMs))
      await rm(path, { force: true }).catch(() => undefined)
}

const isTemporary = (name: string): boolean => /^\.[a-z]+\.json\.[0-9a-f]{12}\.tmp$/.test(name)

const isOlder = async (path: string, thanMs: number): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < thanMs
}
