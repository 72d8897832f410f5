import type { Dirent } from 'node:fs'
import { access, constants, lstat, readdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { type FileSystemAdapter, glob } from 'tinyglobby'
import { limits } from '../../domain/limits.js'
import { permits } from '../../domain/scope/scope.js'
import type { GlobInput } from '../../domain/tool/glob-input.js'
import { codeOf } from '../node/code-of.js'
import { type Done, failed } from './done.js'
import { fsSentence } from './fs-sentence.js'
import { chainAt, chainBelow, type IgnoreChain, isExcluded } from './git-ignore.js'
import { placeOf } from './place.js'
import { listing } from './search-listing.js'
import { shownPath } from './shown-path.js'
import type { Tool, ToolSetting } from './tool-setting.js'

/** Bytes kept free for what is said below the paths. */
const notesBytes = 300

/**
 * Glob: paths of files below a folder that match, in the order of their code units. A pattern that
 * does not go through all levels lists folders too, with a slash behind.
 */
export const globTool: Tool<GlobInput> = async (input, setting, { signal }) => {
  const place = await placeOf(input.path ?? '.', 'read', setting)
  if (E.isLeft(place)) return place.left
  const base = place.right.real
  const problem = patternProblem(input.pattern) ?? (await folderProblem(base))
  if (problem !== undefined) return failed(problem)
  const crawl: Crawl = { base, setting, signal, seen: 0, closed: 0, chains: new Map() }
  const found = await glob(input.pattern, {
    cwd: base,
    dot: true,
    expandDirectories: false,
    onlyFiles: input.pattern.includes('**'),
    followSymbolicLinks: false,
    fs: guardedReaddir(crawl),
  })
  const below = found.filter((path) => path !== '.').map((path) => join(base, path))
  return described(below.toSorted(byText), crawl)
}

const patternProblem = (pattern: string): string | undefined =>
  pattern.startsWith('/') || pattern.split(/[/{,]/).includes('..')
    ? 'The pattern starts at path and stays below it: give the folder as path, without / or .. ' +
      'in the pattern.'
    : undefined

// A folder that may not be listed would look like an empty one.
const folderProblem = async (path: string): Promise<string | undefined> => {
  if (!(await lstat(path)).isDirectory()) return `${JSON.stringify(path)} is not a folder.`
  return access(path, constants.R_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => fsSentence(path, error),
  )
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Crawl = {
  readonly base: string
  readonly setting: ToolSetting
  readonly signal: AbortSignal
  readonly chains: Map<string, Promise<IgnoreChain>>
  /** Entries met so far; the crawl ends at limits.globFilesMax. */
  seen: number
  /** Folders below the first that may not be listed. */
  closed: number
}

// The crawl sees only what the scope lets it read, and nothing that git ignores; so it never
// descends into node_modules and its like. A folder that cannot be listed is counted.
const guardedReaddir = (crawl: Crawl): FileSystemAdapter => {
  const list = (path: string, _: object, done: (error: null, entries: Dirent[]) => void) => {
    visibleEntries(resolve(path), crawl).then(
      (entries) => done(null, entries),
      (error: unknown) => {
        if (isClosed(error)) crawl.closed += 1
        done(null, [])
      },
    )
  }
  return { readdir: list as NonNullable<FileSystemAdapter['readdir']> }
}

const isClosed = (error: unknown): boolean => ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')

const visibleEntries = async (folder: string, crawl: Crawl): Promise<Dirent[]> => {
  const { scope } = crawl.setting
  if (crawl.signal.aborted || crawl.seen > limits.globFilesMax) return []
  // A pattern may begin with the name of a link; the crawl would start behind it.
  if ((await realpath(folder)) !== folder) return []
  const chain = await chainOf(folder, crawl)
  const entries = await readdir(folder, { withFileTypes: true })
  crawl.seen += entries.length
  return entries.filter((entry) => {
    const path = join(folder, entry.name)
    const isHidden = entry.name === '.git' || isExcluded(chain, path, entry.isDirectory())
    return !isHidden && E.isRight(permits(scope, 'read', path))
  })
}

const chainOf = (folder: string, crawl: Crawl): Promise<IgnoreChain> => {
  const { base, chains, setting } = crawl
  const known = chains.get(folder)
  if (known !== undefined) return known
  const chain =
    folder === base
      ? chainAt(base, setting.scope)
      : chainOf(dirname(folder), crawl).then((above) => chainBelow(above, folder, setting.scope))
  chains.set(folder, chain)
  return chain
}

const described = (paths: ReadonlyArray<string>, { setting, seen, closed }: Crawl): Done => {
  const list = listing(setting.outputBytesMax - notesBytes)
  const shown = paths.slice(0, limits.globResultsMax)
  for (const path of shown) list.add(shownEntry(setting.cwd, path))
  const { lines, cut } = list.done()
  const notes = [
    ...(paths.length === 0 ? ['[No file matches.]'] : []),
    ...(lines.length < paths.length ? [moreNote(lines.length, foundWords(paths))] : []),
    ...(seen > limits.globFilesMax ? [unfinishedNote] : []),
    ...(closed > 0 ? [closedNote(closed)] : []),
  ]
  return {
    outcome: 'ok',
    summary: `${foundWords(paths)}${closed > 0 ? `, ${counted(closed, 'folder')} closed` : ''}`,
    content: [...lines, ...notes].join('\n'),
    ...(cut === undefined ? {} : { cut }),
  }
}

const isFolder = (path: string) => path.endsWith('/')

const shownEntry = (cwd: string, path: string): string =>
  isFolder(path) ? `${shownPath(cwd, path.slice(0, -1))}/` : shownPath(cwd, path)

const foundWords = (paths: ReadonlyArray<string>): string => {
  const folders = paths.filter(isFolder).length
  const files = paths.length - folders
  return [
    ...(files > 0 || folders === 0 ? [counted(files, 'file')] : []),
    ...(folders > 0 ? [counted(folders, 'folder')] : []),
  ].join(', ')
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const closedNote = (closed: number) =>
  `[${counted(closed, 'folder')} may not be listed by the user that yoi runs as; what is in there ` +
  'is not known.]'

const moreNote = (shown: number, all: string) =>
  `[${shown} of ${all} are shown. Narrow the pattern or give a deeper path for the rest.]`

const unfinishedNote =
  `[The search ended after ${limits.globFilesMax} entries; there may be more files. Give a ` +
  'deeper path.]'
