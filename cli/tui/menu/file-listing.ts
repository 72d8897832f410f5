import { type Target, targetOf } from './fuzzy-match.js'

/** What may be named behind an @: a file, or a folder with a slash at its end. */
export type FileEntry = Target & {
  /** As it is on disk, from the session's folder. */
  readonly path: string
  /** Folders above it. */
  readonly depth: number
  /** Whether a part of the path begins with a dot. */
  readonly isHidden: boolean
}

/** The files of the session's folder as they were last listed. */
export type FileListing = {
  /** Number of the question that was asked last. */
  readonly asked: number
  /** Undefined until the first answer. */
  readonly entries: ReadonlyArray<FileEntry> | undefined
  /** What there is to say about the list; may be empty. */
  readonly note: string
}

/** What a listing found: paths from the session's folder, without the folders themselves. */
export type FoundFiles = {
  readonly paths: ReadonlyArray<string>
  /** What is not as it should be, such as that there are more; may be empty. */
  readonly note: string
}

export const noListing: FileListing = { asked: 0, entries: undefined, note: '' }

/**
 * The entries of these files, each folder on the way to them before what lies in it. The paths are
 * in order, so a folder is met again right behind itself.
 */
export const fileEntries = (paths: ReadonlyArray<string>): ReadonlyArray<FileEntry> => {
  const entries: FileEntry[] = []
  const folders = new Set<string>()
  let last = ''
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    for (const above of folder === last ? [] : foldersOf(folder)) {
      if (folders.has(above)) continue
      folders.add(above)
      entries.push(entryOf(above))
    }
    last = folder
    entries.push(entryOf(path))
  }
  return entries
}

// `a/`, `a/b/`, … up to the folder itself.
const foldersOf = (folder: string): ReadonlyArray<string> => {
  const found: string[] = []
  for (let end = folder.indexOf('/'); end >= 0; end = folder.indexOf('/', end + 1))
    found.push(folder.slice(0, end + 1))
  return found
}

const entryOf = (path: string): FileEntry => {
  const { key, folded } = targetOf(path)
  const isHidden = path.startsWith('.') || path.includes('/.')
  return { key, folded, path, depth: depthOf(path), isHidden }
}

const depthOf = (path: string): number => {
  let depth = 0
  for (let at = path.indexOf('/'); at >= 0 && at < path.length - 1; at = path.indexOf('/', at + 1))
    depth += 1
  return depth
}
