import { constants, existsSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { fileKind } from '../node/open-regular.js'
import { type Done, denied, failed } from './done.js'
import type { Place } from './place.js'

export type OpenFile = { readonly handle: FileHandle; readonly stats: Stats }

/**
 * Opens the regular file at a place for reading. Never follows a link, never waits for a FIFO or a
 * device, and makes sure that what was opened still lies at the place that was checked. The caller
 * closes the handle. Left is the result to give back; rejects with the file system's error.
 */
export const openPlace = async (place: Place): Promise<E.Either<Done, OpenFile>> => {
  const before = await lstat(place.real)
  if (!before.isFile()) return E.left(notAFile(place.shown, before))
  const handle = await open(place.real, readFlags)
  const checked = await checkOpen(place, handle).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  if (E.isLeft(checked)) await handle.close()
  return checked
}

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const checkOpen = async (place: Place, handle: FileHandle): Promise<E.Either<Done, OpenFile>> => {
  const stats = await handle.stat()
  if (!stats.isFile()) return E.left(notAFile(place.shown, stats))
  return (await liesAt(handle, place.real)) ? E.right({ handle, stats }) : E.left(swapped(place))
}

const swapped = (place: Place): Done =>
  denied(`${JSON.stringify(place.shown)} was replaced while it was being opened. Try again.`)

const notAFile = (shown: string, stats: Stats): Done =>
  failed(`${JSON.stringify(shown)} is ${fileKind(stats)}, not a file.${hint(stats)}`)

const hint = (stats: Stats) => (stats.isDirectory() ? ' Use Glob to list what is in it.' : '')

/**
 * Opens a folder without following a link at its end and makes sure that it lies at `path`; a
 * folder that was swapped for a link on the way is ELOOP or ENOTDIR. The caller closes the handle.
 */
export const openFolder = async (path: string): Promise<FileHandle> => {
  const handle = await open(path, folderFlags)
  if (await liesAt(handle, path)) return handle
  await handle.close()
  throw Object.assign(new Error(`${path} was replaced while it was being opened`), {
    code: 'ELOOP',
  })
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** A path to `name` in the open folder that holds whatever happens to the folder's own path. */
export const inFolder = (folder: FileHandle, path: string, name: string): string =>
  hasProc ? `/proc/self/fd/${folder.fd}/${name}` : join(path, name)

const hasProc = existsSync('/proc/self/fd')

// Linux tells where an open descriptor lies now; elsewhere the path is resolved once more.
const liesAt = async (handle: FileHandle, real: string): Promise<boolean> =>
  (hasProc ? await readlink(`/proc/self/fd/${handle.fd}`) : await realpath(real)) === real
