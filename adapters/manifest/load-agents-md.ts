import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { isWithin } from '../../domain/manifest/resolved-path.js'
import { readBounded } from './read-bounded.js'
import { realPath } from './real-path.js'

/**
 * The AGENTS.md that holds for a folder: its own, else the nearest one upward within the repository
 * (up to the folder with `.git`). Undefined when there is none. At most 64 KiB, cut at a character
 * and saying so; one that cannot be used gives a remark in its place. Never rejects.
 */
export const loadAgentsMd = async (cwd: string): Promise<string | undefined> => {
  for (const folder of await foldersOfRepository(cwd)) {
    const found = await agentsMdOf(folder)
    if (found !== undefined) return found
  }
  return undefined
}

// Outside a repository only the folder itself counts: what lies above may be anybody's.
const foldersOfRepository = async (cwd: string): Promise<ReadonlyArray<string>> => {
  const folders: Array<string> = []
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder)
    if (await isThere(join(folder, '.git'))) return folders
    if (dirname(folder) === folder) return [cwd]
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const agentsMdOf = async (folder: string): Promise<string | undefined> => {
  const path = join(folder, 'AGENTS.md')
  // A link must not carry a file from elsewhere into the prompt.
  if (!isWithin(realPath(folder), realPath(path))) return unusable('it is a link out of its folder')
  const read = await readBounded(path, limits.agentsMdBytesMax)
  if (E.isLeft(read)) return unusable(read.left)
  const { text, cutBytes } = read.right
  return cutBytes === 0 ? text : `${text}\n[${cutBytes} more bytes of AGENTS.md are left out]`
}

const unusable = (reason: string) => `[AGENTS.md is there but was not read: ${reason}]`
