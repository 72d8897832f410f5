import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { codeOf } from '../node/code-of.js'
import { inFolder, openFolder } from './open-place.js'

/**
 * Puts `bytes` at a real path, made durable, so that a reader sees the old content or the new. Mode
 * and owner of `before` are kept. Missing folders are made. Neither the name nor a folder above is
 * followed as a link, also when one is put there meanwhile. Rejects with the file system's error;
 * the old file is then untouched.
 */
export const replaceFile = async (
  real: string,
  bytes: Uint8Array,
  before: Stats | undefined,
): Promise<void> => {
  const folder = await folderFor(dirname(real))
  const temp = inFolder(folder, dirname(real), `.yoi-${randomBytes(8).toString('hex')}.tmp`)
  try {
    await writeNew(temp, bytes, before)
    await rename(temp, inFolder(folder, dirname(real), basename(real)))
    await folder.sync()
  } catch (error) {
    await rm(temp, { force: true })
    throw error
  } finally {
    await folder.close()
  }
}

const folderFor = async (path: string): Promise<FileHandle> => {
  try {
    return await openFolder(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const above = await folderFor(dirname(path))
    await makeFolder(inFolder(above, dirname(path), basename(path))).finally(() => above.close())
    return openFolder(path)
  }
}

const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

const writeNew = async (path: string, bytes: Uint8Array, before: Stats | undefined) => {
  const handle = await open(path, 'wx', before === undefined ? 0o666 : 0o600)
  try {
    await handle.writeFile(bytes)
    if (before !== undefined) await keepOwner(handle, before)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const keepOwner = async (handle: FileHandle, before: Stats) => {
  const now = await handle.stat()
  if (now.uid !== before.uid || now.gid !== before.gid) {
    // Only root may give files away; for anyone else the file is theirs from now on.
    await handle.chown(before.uid, before.gid).catch(() => undefined)
  }
  await handle.chmod(before.mode & 0o7777)
}
