import { constants, type Stats } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../adapters/node/code-of.js'
import { messageOf } from '../../adapters/node/message-of.js'
import { ownUid } from '../../adapters/node/own-uid.js'
import type { Paths } from '../../adapters/node/paths.js'
import { whenFilesRunOut } from '../../adapters/node/when-files-run-out.js'
import { type Finding, note, ok, wrong } from './finding.js'

/** Whether the folders of yoi are there and this user's alone, or can be made. Makes nothing. */
export const checkFolders = (paths: Paths): Promise<ReadonlyArray<Finding>> =>
  Promise.all([checkConfig(paths.config), checkData(paths), checkFolder('run folder', paths.run)])

// Only read: it may belong to the system, but nobody else may write what yoi trusts.
const checkConfig = async (path: string): Promise<Finding> => {
  const name = 'config folder'
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return wrong(name, `${path} is not a folder: move it away.`)
    const { mode } = found
    await access(path, constants.R_OK | constants.X_OK)
    return (mode & 0o022) === 0
      ? ok(name, `${path} is there.`)
      : wrong(name, `Others may write to ${path} and so tell yoi what to run: chmod 700 it.`)
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? ok(name, `${path} is not there, so the built-in values hold.`)
      : wrong(name, `${path} cannot be read ${because(error, 'make it readable for you')}.`)
  }
}

// A folder inside that is closed hides all sessions, or lets none begin or be mended.
const checkData = async (paths: Paths): Promise<Finding> => {
  const name = 'data folder'
  const found = await checkFolder(name, paths.data)
  if (found.level === 'wrong') return found
  const { sessions, projections, quarantine, outputs, drafts } = paths
  const faults = await Promise.all(
    [sessions, projections, quarantine, outputs, drafts].map(faultOf),
  )
  const fault = faults.find((sentence) => sentence !== undefined)
  return fault === undefined ? found : wrong(name, fault)
}

const faultOf = async (folder: string): Promise<string | undefined> => {
  try {
    if ((await stat(folder)).uid !== ownUid()) return notOurs(folder)
    await readdir(folder)
    return (await isWritable(folder)) ? undefined : `${folder} is not writable: chmod 700 it.`
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (codeOf(error) === 'ENOTDIR') return `${folder} is not a folder: move it away.`
    return `${folder} cannot be read ${because(error, 'chmod 700 it')}.`
  }
}

// Only its owner may change its mode.
const notOurs = (folder: string): string =>
  `${folder} belongs to somebody else: make it yours (chown), or set YOI_HOME to a folder of yours.`

const because = (error: unknown, advice: string): string => {
  const words = messageOf(error)
  return `(${words}): ${whenFilesRunOut(words) ?? advice}`
}

const checkFolder = async (name: string, path: string): Promise<Finding> => {
  try {
    return judged(name, path, await stat(path))
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? canBeMade(name, path)
      : wrong(name, `${path} cannot be looked at ${because(error, 'make it yours')}.`)
  }
}

const judged = async (name: string, path: string, found: Stats): Promise<Finding> => {
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  if (!found.isDirectory()) return wrong(name, `${path} is not a folder: move it away.`)
  if (found.uid !== ownUid()) return wrong(name, notOurs(path))
  if (!(await isWritable(path))) return wrong(name, notWritable(path, mode, found.mode))
  if ((await statfs(path)).bavail === 0)
    return wrong(name, `The disk that holds ${path} is full: make room on it.`)
  if ((found.mode & 0o077) === 0) return ok(name, `${path} is there, mode ${mode}.`)
  return note(name, `${path} has mode ${mode}, so others may look into it: chmod 700 closes it.`)
}

const notWritable = (path: string, shown: string, mode: number): string =>
  (mode & 0o300) === 0o300
    ? `${path} is on a file system that cannot be written: set YOI_HOME to another folder.`
    : `${path} (${shown}) is not writable: chmod 700 it.`

const canBeMade = async (name: string, path: string): Promise<Finding> => {
  const parent = await nearestFolder(dirname(path))
  return (await isWritable(parent))
    ? ok(name, `${path} is not there yet and will be made when it is needed.`)
    : wrong(
        name,
        `${path} cannot be made, ${parent} is not writable: set YOI_HOME to a folder of yours.`,
      )
}

const nearestFolder = async (path: string): Promise<string> => {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path))
}

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
