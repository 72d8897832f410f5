import { lstat } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { permits } from '../../domain/scope/scope.js'
import type { GrepInput } from '../../domain/tool/grep-input.js'
import { type Done, failed } from './done.js'
import { type Collector, grepCollector } from './grep-collector.js'
import { grepLine } from './grep-message.js'
import { placeOf } from './place.js'
import { ripgrep, type SearchEnd } from './ripgrep.js'
import { type Listing, listing } from './search-listing.js'
import { shownPath } from './shown-path.js'
import type { StreamLine } from './split-lines.js'
import type { Tool, ToolSetting } from './tool-setting.js'

/** Bytes kept free for what is said below the lines. */
const notesBytes = 500

/** Grep: ripgrep below a place of the scope, in the order of paths. */
export const grepTool: Tool<GrepInput> = async (input, setting, { signal }) => {
  const place = await placeOf(input.path ?? '.', 'read', setting)
  if (E.isLeft(place)) return place.left
  const path = place.right.real
  const stats = await lstat(path)
  if (!stats.isFile() && !stats.isDirectory())
    return failed(`${JSON.stringify(place.right.shown)} is neither a file nor a folder.`)
  const search = begin(input, setting)
  const end = await ripgrep({ input, path }, signal, (line) => search.take(line))
  return described(search, end)
}

type Search = {
  readonly take: (line: StreamLine) => boolean
  readonly collector: Collector
  readonly list: Listing
  readonly mode: NonNullable<GrepInput['output_mode']>
  /** Lines that were too long to be read. */
  readonly overlong: () => number
}

const begin = (input: GrepInput, setting: ToolSetting): Search => {
  const list = listing(setting.outputBytesMax - notesBytes)
  const mode = input.output_mode ?? 'content'
  const collector = grepCollector({
    mode,
    hasContext: (input.context ?? 0) > 0,
    limit: input.limit ?? limits.grepResultsDefault,
    list,
    nameOf: (path) => shownPath(setting.cwd, path),
  })
  let overlong = 0
  const take = (line: StreamLine): boolean => {
    if (!line.whole) overlong += 1
    const found = line.whole ? grepLine(line.text) : undefined
    if (found === undefined || E.isLeft(permits(setting.scope, 'read', found.path))) return true
    return collector.take(found)
  }
  return { take, collector, list, mode, overlong: () => overlong }
}

const described = (search: Search, end: SearchEnd): Done => {
  const { matches, files } = search.collector.end()
  if (matches === 0 && end.code !== 0 && end.error !== '') return failed(errorText(end.error))
  const { lines, cut } = search.list.done()
  const notes = [
    ...(matches === 0 && end.stopped === undefined ? ['[Nothing matches.]'] : []),
    ...(cut === undefined ? [] : [cutNote(cut.bytes)]),
    ...endNotes(search, end),
  ]
  return {
    outcome: end.stopped === 'interrupted' ? 'interrupted' : 'ok',
    summary: summaryOf(search.mode, matches, files),
    content: [...lines, ...notes].join('\n'),
    ...(cut === undefined ? {} : { cut }),
  }
}

const errorText = (error: string) => `The search could not be done: ${error}`

const cutNote = (bytes: number) =>
  `[${bytes} bytes of results are left out. Narrow the pattern, path or glob, or use output_mode ` +
  'files or count.]'

const endNotes = (search: Search, { stopped, error, code }: SearchEnd): ReadonlyArray<string> => [
  ...(stopped === 'enough' ? ['[There are more; raise limit or narrow the search.]'] : []),
  ...(stopped === 'interrupted' ? ['[Interrupted: this is not all.]'] : []),
  ...(stopped === 'timed_out'
    ? [`[Ended after ${limits.grepTimeoutMs / 1000} s: this is not all. Give a deeper path.]`]
    : []),
  ...(search.overlong() > 0
    ? [`[Found lines above ${limits.grepLineBytesMax} bytes, left out: ${search.overlong()}.]`]
    : []),
  ...(code === 2 && stopped === undefined ? [`[ripgrep says: ${error.split('\n')[0]}]`] : []),
]

const summaryOf = (mode: Search['mode'], matches: number, files: number): string => {
  const inFiles = files === 1 ? '1 file' : `${files} files`
  if (mode === 'files') return inFiles
  return `${matches === 1 ? '1 match' : `${matches} matches`} in ${inFiles}`
}
