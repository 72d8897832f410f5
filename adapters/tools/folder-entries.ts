import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { permits, type Scope } from '../../domain/scope/scope.js'
import { chainAt, isExcluded } from './git-ignore.js'
import { inFolder, openFolder } from './open-place.js'

/** Names by their code units, a slash behind those of folders. `isCut`: there are more. */
export type FolderEntries = { readonly names: ReadonlyArray<string>; readonly isCut: boolean }

/**
 * What lies in a folder, not below it, as far as the scope lets one read it and git does not ignore
 * it: at most limits.folderRefEntriesMax names. Names that are not UTF-8 are left out. Rejects with
 * the file system's error.
 */
export const folderEntries = async (folder: string, scope: Scope): Promise<FolderEntries> => {
  const { found, isCut } = await entriesOf(folder)
  const chain = await chainAt(folder, scope)
  const names = found
    .filter((entry) => {
      const path = join(folder, entry.name)
      const isHidden = entry.name === '.git' || isExcluded(chain, path, entry.isDirectory())
      return !isHidden && !entry.name.includes('\uFFFD') && E.isRight(permits(scope, 'read', path))
    })
    .map(nameOf)
    .sort()
  const most = limits.folderRefEntriesMax
  return { names: names.slice(0, most), isCut: isCut || names.length > most }
}

const entriesOf = async (
  folder: string,
): Promise<{ readonly found: ReadonlyArray<Dirent>; readonly isCut: boolean }> => {
  const handle = await openFolder(folder)
  try {
    const found: Dirent[] = []
    for await (const entry of await opendir(inFolder(handle, folder, '.'))) {
      if (found.length >= limits.globFilesMax) return { found, isCut: true }
      found.push(entry)
    }
    return { found, isCut: false }
  } finally {
    await handle.close()
  }
}

// A line break in a name must not look like another entry.
const nameOf = (entry: Dirent): string => {
  const name = entry.isDirectory() ? `${entry.name}/` : entry.name
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name
}
