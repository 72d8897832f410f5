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

/** The entries of these files and of every folder on the way to them, the least deep first. */
export const fileEntries = (paths: ReadonlyArray<string>): ReadonlyArray<FileEntry> => {
  const all = new Set<string>()
  for (const path of paths) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      all.add(path.slice(0, end + 1))
    all.add(path)
  }
  return Array.from(all, entryOf).sort((a, b) => a.depth - b.depth || byText(a.path, b.path))
}

const entryOf = (path: string): FileEntry => ({
  ...targetOf(path),
  path,
  depth: path.replace(/\/$/, '').split('/').length - 1,
  isHidden: /(?:^|\/)\./.test(path),
})

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
