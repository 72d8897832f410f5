import { lstat, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { limits } from '../../domain/limits.js'
import { codeOf } from '../node/code-of.js'
import { privateFolder } from '../node/private-folder.js'
import { inUseSentence, tooLongSentence } from './failure-sentence.js'

/**
 * Makes a path ready for a socket: makes its folder, and removes a socket that nobody listens on.
 * Gives a sentence when the path is not to be used; rejects with the file system's error.
 */
export const clearSocketPath = async (path: string): Promise<string | undefined> => {
  if (Buffer.byteLength(path) > limits.socketPathBytesMax)
    return tooLongSentence(path, limits.socketPathBytesMax)
  return (await refuseFolder(dirname(path))) ?? (await refuseFile(path))
}

// `privateFolder` closes the folder to others, which must not happen to a shared one such as /tmp.
const refuseFolder = async (folder: string): Promise<string | undefined> => {
  const there = await stat(folder).catch(() => undefined)
  if (there !== undefined && (there.uid !== process.getuid?.() || (there.mode & shared) !== 0))
    return `The folder ${folder} is shared with others; a Pod's socket needs a folder of its own.`
  await privateFolder(folder)
  return undefined
}

/** Sticky, or open for everybody to write. */
const shared = 0o1002

const refuseFile = async (path: string): Promise<string | undefined> => {
  const file = await lstat(path, { bigint: true }).catch(ignoreMissing)
  if (file === undefined) return undefined
  if (!file.isSocket()) return `${path} is no socket; move it away, it is in the Pod's place.`
  if (await isLive(path)) return inUseSentence(path)
  const again = await lstat(path, { bigint: true }).catch(ignoreMissing)
  if (again?.ino === file.ino) await rm(path, { force: true })
  return undefined
}

const ignoreMissing = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error
}

// Only a refusal shows that nobody listens; a suspended Pod, for one, does not answer either.
const isLive = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('error', (error) => resolve(!nobodyThere.includes(codeOf(error) ?? '')))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

const nobodyThere = ['ECONNREFUSED', 'ENOENT']
