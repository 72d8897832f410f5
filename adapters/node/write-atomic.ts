import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a file so that a reader sees the old content or the new, never a part: temp file in the
 * same folder, 0600, then rename. `sync` also makes it durable (file, then folder) before the
 * promise resolves. Gives the new file's stat, as it was before the rename. Rejects with the file
 * system's error; the old file is then untouched.
 */
export const writeAtomic = async (
  path: string,
  content: string | Uint8Array,
  options: { readonly sync?: boolean } = {},
): Promise<Stats> => {
  const temp = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  const written = await writeWhole(temp, content, options.sync === true)
    .then((stats) => rename(temp, path).then(() => stats))
    .catch(async (error: unknown) => {
      await rm(temp, { force: true })
      throw error
    })
  if (options.sync === true) await syncFolder(dirname(path))
  return written
}

const writeWhole = async (path: string, content: string | Uint8Array, sync: boolean) => {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    if (sync) await handle.sync()
    return await handle.stat()
  } finally {
    await handle.close()
  }
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
