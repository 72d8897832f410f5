import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { limits } from '../../domain/limits.js'
import { codeOf } from './code-of.js'
import { crashPoint } from './crash-point.js'
import { quickFiles } from './quick-files.js'

/** The file operations of a replacement; tests pass their own to let one of them fail. */
export type ReplacingFiles = {
  /** Writes a file that is not there yet, 0600, and gives its stat; `sync` makes it durable. */
  readonly make: (path: string, content: string | Uint8Array, sync: boolean) => Promise<Stats>
  readonly rename: (from: string, to: string) => Promise<void>
  /** Content with one that is not there. */
  readonly remove: (path: string) => Promise<void>
  readonly syncFolder: (path: string) => Promise<void>
}

/**
 * Replaces a file so that a reader sees the old content or the new, never a part: temp file in the
 * same folder, 0600, then rename. `sync` also makes it durable (file, then folder) before the
 * promise resolves. Gives the new file's stat, as it was before the rename. Rejects with the file
 * system's error; the old file is then untouched. A process that dies in it leaves its temp file,
 * for `removeLeftTemps`.
 */
export const writeAtomic = async (
  path: string,
  content: string | Uint8Array,
  options: { readonly sync?: boolean; readonly files?: ReplacingFiles } = {},
): Promise<Stats> => {
  const { sync = false, files = systemReplacing } = options
  const name = basename(path)
  const temp = join(dirname(path), tempName(name))
  crashPoint(`${name}.before_write`)
  const stats = await files
    .make(temp, content, sync)
    .then((made) => renamed(files, made, { temp, path }))
    .catch(async (error: unknown) => {
      await files.remove(temp).catch(() => undefined)
      throw error
    })
  if (sync) await files.syncFolder(dirname(path))
  return stats
}

const renamed = async (
  files: ReplacingFiles,
  stats: Stats,
  { temp, path }: { readonly temp: string; readonly path: string },
): Promise<Stats> => {
  const name = basename(path)
  crashPoint(`${name}.before_rename`)
  await files.rename(temp, path)
  crashPoint(`${name}.renamed`)
  return stats
}

/** The name of a temp file for this one, which `removeLeftTemps` knows. */
export const tempName = (name: string): string =>
  `.${name}.${process.pid}.${randomUUID().slice(-12)}.tmp`

const tempPattern = /^\..+\.(\d+)\.[0-9a-f]{12}\.tmp$/

/**
 * Removes the temp files that processes left in a folder when they died while they replaced a file
 * of it. Those of processes that run, and everything else, stay. Never rejects.
 */
export const removeLeftTemps = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (isGone(tempPattern.exec(name)?.[1]))
      await rm(join(folder, name), { force: true }).catch(() => undefined)
}

// A pid that was given again keeps the file until a later look; that does no harm.
const isGone = (pid: string | undefined): boolean => {
  if (pid === undefined) return false
  try {
    return !process.kill(Number(pid), 0)
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

// A short content goes into the system's cache in this thread; what waits for the disk never does.
const writeWhole = (path: string, content: string | Uint8Array, sync: boolean): Promise<Stats> =>
  sync || Buffer.byteLength(content) > limits.hereBytesMax
    ? writeInPool(path, content, sync)
    : writeHere(path, content)

const writeHere = async (path: string, content: string | Uint8Array): Promise<Stats> => {
  const file = await quickFiles.open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    return await privateStats(file)
  } finally {
    await file.close()
  }
}

const writeInPool = async (path: string, content: string | Uint8Array, sync: boolean) => {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    const stats = await privateStats(handle)
    if (sync) await handle.sync()
    return stats
  } finally {
    await handle.close()
  }
}

type Closable = {
  readonly stat: () => Promise<Stats>
  readonly chmod: (mode: number) => Promise<void>
}

// A umask may take from the owner, too.
const privateStats = async (file: Closable): Promise<Stats> => {
  const stats = await file.stat()
  if ((stats.mode & 0o777) === 0o600) return stats
  await file.chmod(0o600)
  return file.stat()
}

/** Makes the entries of a folder durable: a new file's name, or a rename. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const systemReplacing: ReplacingFiles = {
  make: writeWhole,
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { force: true }),
  syncFolder: (path) => syncFolder(path),
}
