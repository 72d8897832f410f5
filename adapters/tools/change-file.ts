import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { permits, refusalText } from '../../domain/scope/scope.js'
import { codeOf } from '../node/code-of.js'
import { sha256 } from '../node/sha256.js'
import { type Done, denied, failed } from './done.js'
import { openPlace } from './open-place.js'
import type { Place } from './place.js'
import { replaceFile } from './replace-file.js'
import type { ToolSetting } from './tool-setting.js'

/** What a change makes of the file's bytes (undefined: there is no file), and what to say of it. */
export type Change = (
  before: Buffer | undefined,
) => E.Either<Done, { readonly after: Buffer; readonly done: Done }>

/**
 * Changes one file: one change at a time, only when its content is what the model has read, by
 * temp file and rename. What was written counts as read. Rejects with the file system's error.
 */
export const changeFile = (place: Place, change: Change, setting: ToolSetting): Promise<Done> =>
  setting.alone(place.real, async () => {
    const before = await contentOf(place)
    if (E.isLeft(before)) return before.left
    const refusal = staleness(place, before.right, setting) ?? (await folderRefusal(place, setting))
    if (refusal !== undefined) return refusal
    const changed = change(before.right?.bytes)
    if (E.isLeft(changed)) return changed.left
    const { after, done } = changed.right
    await replaceFile(place.real, after, before.right?.stats)
    setting.seen.remember(place.real, sha256(after))
    return done
  })

type Content = { readonly bytes: Buffer; readonly stats: Stats }

const contentOf = async (place: Place): Promise<E.Either<Done, Content | undefined>> => {
  try {
    await access(place.real, constants.W_OK)
    const opened = await openPlace(place)
    if (E.isLeft(opened)) return opened
    const { handle, stats } = opened.right
    return await readWhole(place, handle, stats).finally(() => handle.close())
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return E.right(undefined)
    throw error
  }
}

const readWhole = async (
  place: Place,
  handle: FileHandle,
  stats: Stats,
): Promise<E.Either<Done, Content>> =>
  stats.size > limits.toolFileBytesMax
    ? E.left(
        failed(
          `${JSON.stringify(place.shown)} has ${stats.size} bytes; files above ` +
            `${limits.toolFileBytesMax} bytes are not changed by this tool. Use Bash.`,
        ),
      )
    : E.right({ bytes: await handle.readFile(), stats })

const staleness = (
  place: Place,
  before: Content | undefined,
  setting: ToolSetting,
): Done | undefined => {
  if (before === undefined) return undefined
  const known = setting.seen.digestOf(place.real)
  const shown = JSON.stringify(place.shown)
  if (known === undefined)
    return failed(`${shown} exists and has not been read. Read it first, then change it.`)
  return known === sha256(before.bytes)
    ? undefined
    : failed(`${shown} has changed since it was read. Read it again, then change it.`)
}

// A folder that has to be made on the way is written to as the file is.
const folderRefusal = async (place: Place, setting: ToolSetting): Promise<Done | undefined> => {
  for (const folder of await missingFolders(dirname(place.real))) {
    const allowed = permits(setting.scope, 'write', folder)
    if (E.isLeft(allowed)) return denied(refusalText(setting.scope, allowed.left))
  }
  return undefined
}

const missingFolders = async (folder: string): Promise<ReadonlyArray<string>> => {
  try {
    await lstat(folder)
    return []
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return [...(await missingFolders(dirname(folder))), folder]
  }
}
