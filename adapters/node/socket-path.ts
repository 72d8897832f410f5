import { chmod, lstat, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { limits } from '../../domain/limits.js'
import type { PodName } from '../../domain/manifest/pod-name.js'
import { codeOf } from './code-of.js'
import { messageOf } from './message-of.js'
import { ownUid } from './own-uid.js'
import type { Paths } from './paths.js'
import { privateFolder } from './private-folder.js'
import { sha256 } from './sha256.js'

/**
 * The path for a Pod's socket, in a folder that is made if need be: `run/<pod>/sock`, or a digest
 * in the short folder when that is longer than a socket's path may be. Refuses, in a sentence, a
 * folder that is not this user's alone.
 */
export const socketPathFor = (
  paths: Paths,
  pod: PodName,
  shortFolder: string = shortSocketFolder(),
): TE.TaskEither<string, string> =>
  TE.tryCatch(async () => {
    if (fits(longPathOf(paths, pod))) await makeRunFolder(paths, pod)
    else await makeShortFolder(shortFolder)
    return socketPathOf(paths, pod, shortFolder)
  }, messageOf)

/** The same path, without making or checking anything. */
export const socketPathOf = (
  paths: Paths,
  pod: PodName,
  shortFolder: string = shortSocketFolder(),
): string => {
  const path = longPathOf(paths, pod)
  if (fits(path)) return path
  // The run folder is part of the digest: two homes may have a Pod of the same name.
  return join(shortFolder, `${sha256(`${paths.run}\0${pod}`).slice(0, 32)}.sock`)
}

/** Where sockets go whose path would be too long. `TMPDIR` may be long itself and is not asked. */
export const shortSocketFolder = (): string => `/tmp/yoi-${ownUid()}`

const longPathOf = (paths: Paths, pod: PodName) => join(paths.run, pod, 'sock')

// Bytes, not characters: the kernel cuts a longer path silently and binds elsewhere.
const fits = (path: string) => Buffer.byteLength(path) <= limits.socketPathBytesMax

const makeRunFolder = async (paths: Paths, pod: PodName) => {
  const folder = join(paths.run, pod)
  try {
    await privateFolder(paths.run)
    await privateFolder(folder)
  } catch (error) {
    const start = `The folder ${folder} for the Pod's socket cannot be made`
    throw new Error(
      isInTheWay(error)
        ? `${start}: ${messageOf(error)}.`
        : `${start} (${messageOf(error)}): make it writable for you, or set YOI_HOME to a folder of yours.`,
    )
  }
  const { uid } = await stat(paths.run)
  if (uid !== ownUid()) throw new Error(notOurs(paths.run))
}

// `privateFolder` says then what is to be moved away.
const isInTheWay = (error: unknown): boolean =>
  ['EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '') && messageOf(error).includes('move it away')

// The name can be guessed, so what lies there is looked at without following a link.
const makeShortFolder = async (folder: string) => {
  try {
    await mkdir(folder, { mode: 0o700 })
    await chmod(folder, 0o700)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const found = await lstat(folder)
  const isOurs = found.isDirectory() && found.uid === ownUid()
  if (!isOurs || (found.mode & 0o777) !== 0o700) throw new Error(notOurs(folder))
}

const notOurs = (folder: string) =>
  `The folder ${folder} for sockets must be a folder of yours with mode 0700: remove it or change it, then start again.`
