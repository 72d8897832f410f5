import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '../../domain/limits.js'
import { messageOf } from '../node/message-of.js'
import { openRegular } from '../node/open-regular.js'
import { privateFolder } from '../node/private-folder.js'

const { O_WRONLY, O_CREAT, O_EXCL } = constants

/** A file that takes all of a long output, up to limits.spillBytesMax. */
export type SpillFile = {
  readonly path: string
  /** Appends; after a failure, or when the file is full, it keeps silent and drops. */
  readonly add: (bytes: Uint8Array) => Promise<void>
  /** Closes; gives what is wrong with the file: nothing, or why it does not hold all. */
  readonly close: () => Promise<string | undefined>
}

/**
 * A new file, 0600, in `folder` (made, 0700). The oldest of its kind there are deleted, so that all
 * keep limits.spillSessionBytesMax. Rejects with the file system's error.
 */
export const spillFile = async (folder: string): Promise<SpillFile> => {
  await privateFolder(folder)
  await makeRoom(folder)
  const path = join(folder, `bash-${randomBytes(8).toString('hex')}.txt`)
  const handle = await openRegular(path, O_WRONLY | O_CREAT | O_EXCL)
  let room: number = limits.spillBytesMax
  let problem: string | undefined
  return {
    path,
    add: async (bytes) => {
      if (problem !== undefined) return
      const kept = bytes.subarray(0, room)
      problem = await write(handle, kept)
      room -= kept.length
      if (kept.length < bytes.length) problem ??= `it is full with ${limits.spillBytesMax} bytes`
    },
    close: async () => {
      await handle.close()
      return problem
    },
  }
}

type Kept = { readonly path: string; readonly mtimeMs: number; readonly size: number }

// What cannot be deleted is no reason to keep nothing of the new output.
const makeRoom = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => /^bash-[0-9a-f]{16}\.txt$/.test(name))
  const found = await Promise.all(names.map((name) => lookAt(join(folder, name))))
  const newestFirst = found
    .filter((file) => file !== undefined)
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
  let room = limits.spillSessionBytesMax - limits.spillBytesMax
  for (const { path, size } of newestFirst) {
    room -= size
    if (room < 0) await rm(path, { force: true }).catch(() => undefined)
  }
}

const lookAt = async (path: string): Promise<Kept | undefined> => {
  try {
    const { mtimeMs, size } = await stat(path)
    return { path, mtimeMs, size }
  } catch {
    // A call beside this one was faster.
    return undefined
  }
}

const write = async (handle: FileHandle, bytes: Uint8Array): Promise<string | undefined> => {
  try {
    await handle.writeFile(bytes)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
