import { limits } from '../../domain/limits.js'
import type { GrepMode } from '../../domain/tool/grep-input.js'
import { cutAt, cutFrom } from './cut-text.js'
import type { GrepLine } from './grep-message.js'
import type { Listing } from './search-listing.js'

export type Collecting = {
  readonly mode: GrepMode
  readonly hasContext: boolean
  /** Matches at most; files in the modes `files` and `count`. */
  readonly limit: number
  readonly list: Listing
  /** How a path is shown. */
  readonly nameOf: (path: string) => string
}

/** Takes lines in the order of ripgrep and writes what the mode shows into the listing. */
export type Collector = {
  /** False when the limit is reached and this line was not taken. */
  readonly take: (line: GrepLine) => boolean
  /** Call it once, after the last line. */
  readonly end: () => { readonly matches: number; readonly files: number }
}

/** A collector that shows at most what it was told to, and counts what it has seen. */
export const grepCollector = (collecting: Collecting): Collector => {
  const state: State = { matches: 0, files: 0, path: undefined, inFile: 0, next: undefined }
  return {
    take: (line) => {
      if (isFull(line, state, collecting)) return false
      if (line.path !== state.path) beginFile(line, state, collecting)
      if (line.type === 'match') count(state)
      if (collecting.mode === 'content') showLine(line, state, collecting)
      state.next = line.number + 1
      return true
    },
    end: () => {
      endFile(state, collecting)
      return { matches: state.matches, files: state.files }
    },
  }
}

type State = {
  matches: number
  files: number
  path: string | undefined
  inFile: number
  /** The line that would follow the last one without a gap; undefined before the first. */
  next: number | undefined
}

const isFull = (line: GrepLine, state: State, { mode, limit }: Collecting): boolean =>
  mode === 'content'
    ? line.type === 'match' && state.matches >= limit
    : line.path !== state.path && state.files >= limit

const beginFile = (line: GrepLine, state: State, collecting: Collecting): void => {
  endFile(state, collecting)
  state.path = line.path
  state.inFile = 0
  if (state.next !== undefined) state.next = -1
}

const count = (state: State): void => {
  if (state.inFile === 0) state.files += 1
  state.inFile += 1
  state.matches += 1
}

const endFile = ({ path, inFile }: State, { mode, list, nameOf }: Collecting): void => {
  if (path === undefined || inFile === 0) return
  if (mode === 'files') list.add(nameOf(path))
  if (mode === 'count') list.add(`${nameOf(path)}:${inFile}`)
}

const showLine = (line: GrepLine, state: State, collecting: Collecting): void => {
  const isGap = state.next !== undefined && state.next !== line.number
  if (collecting.hasContext && isGap) collecting.list.add('--')
  const mark = line.type === 'match' ? ':' : '-'
  collecting.list.add(`${collecting.nameOf(line.path)}${mark}${line.number}${mark}${clip(line)}`)
}

/** Bytes of a long line that are shown in front of its first match. */
const leadBytes = 200

const clip = ({ text, matchStart }: GrepLine): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= limits.grepShownBytesMax) return text
  const start = cutFrom(bytes, matchStart - leadBytes)
  const end = start + cutAt(bytes.subarray(start), limits.grepShownBytesMax)
  const shown = bytes.toString('utf8', start, end)
  return `${start > 0 ? '…' : ''}${shown}${end < bytes.length ? '…' : ''} [${bytes.length} bytes]`
}
