import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { limits } from '../../domain/limits.js'
import type { GrepInput } from '../../domain/tool/grep-input.js'
import { cutText } from './cut-text.js'
import { type StreamLine, splitLines } from './split-lines.js'
import { startRipgrep } from './start-ripgrep.js'

/** How a search ended. `error` is what ripgrep said when something was wrong. */
export type SearchEnd = {
  readonly stopped: 'enough' | 'interrupted' | 'timed_out' | undefined
  readonly error: string
  readonly code: number | null
}

/**
 * Runs ripgrep below `path` (a real path) and hands over its JSON lines in order until `take`
 * answers false. Ended by the signal and after limits.grepTimeoutMs. Rejects when it cannot be
 * started.
 */
export const ripgrep = async (
  search: { readonly input: GrepInput; readonly path: string },
  signal: AbortSignal,
  take: (line: StreamLine) => boolean,
): Promise<SearchEnd> => {
  const child = await startRipgrep(argumentsFor(search.input, search.path))
  const closed = once(child, 'close')
  const error = startOf(child.stderr)
  const late = AbortSignal.timeout(limits.grepTimeoutMs)
  const either = AbortSignal.any([signal, late])
  const kill = () => child.kill('SIGKILL')
  either.addEventListener('abort', kill)
  if (either.aborted) kill()
  const isEnough = await feed(child.stdout, take)
  if (isEnough) kill()
  const [code] = (await closed) as [number | null]
  either.removeEventListener('abort', kill)
  const cause = signal.aborted ? 'interrupted' : late.aborted ? 'timed_out' : undefined
  return { stopped: isEnough ? 'enough' : cause, error: await error, code }
}

const argumentsFor = (input: GrepInput, path: string): ReadonlyArray<string> => [
  '--no-config',
  '--json',
  '--hidden',
  '--no-require-git',
  '--no-ignore-global',
  '--sort=path',
  ...(input.glob === undefined ? [] : [`--glob=${input.glob}`]),
  '--glob=!.git',
  ...(input.case_insensitive === true ? ['--ignore-case'] : []),
  ...(input.context === undefined || !showsLines(input) ? [] : [`--context=${input.context}`]),
  ...(input.output_mode === 'files' ? ['--max-count=1'] : []),
  `--regexp=${input.pattern}`,
  '--',
  path,
]

const showsLines = (input: GrepInput) => (input.output_mode ?? 'content') === 'content'

const feed = async (stdout: Readable, take: (line: StreamLine) => boolean): Promise<boolean> => {
  for await (const line of splitLines(stdout, limits.grepLineBytesMax)) {
    if (!take(line)) return true
  }
  return false
}

const startOf = async (stderr: Readable): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of stderr as AsyncIterable<Buffer>) {
    if (size < limits.grepErrorBytesMax) pieces.push(chunk)
    size += chunk.length
  }
  return cutText(Buffer.concat(pieces).toString('utf8').trim(), limits.grepErrorBytesMax).text
}
