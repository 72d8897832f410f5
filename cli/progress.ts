import type { Writable } from 'node:stream'
import type { CommandIo } from './command.js'
import { writeText } from './output.js'

/** How far some work is, for the person who waits for it. */
export type Progress = {
  /** So many more bytes are done. */
  readonly advance: (bytes: number) => void
  /** Takes the line away; called before anything else is written, and at the end. */
  readonly clear: () => Promise<void>
}

/**
 * A bar on stderr when that is a terminal, for work on `total` bytes; writes at most once for each
 * hundredth. Anywhere else nothing is written.
 */
export const progressOn = (
  { stderr }: Pick<CommandIo, 'stderr'>,
  { words, total }: { readonly words: string; readonly total: number },
): Progress => (stderr.isTTY === true ? bar(stderr, words, total) : noProgress)

/** For work that is done before anyone asks. */
export const noProgress: Progress = { advance: () => undefined, clear: async () => undefined }

const bar = (stderr: Writable, words: string, total: number): Progress => {
  let done = 0
  let shown = -1
  return {
    advance: (bytes) => {
      done += bytes
      const percent = Math.min(100, Math.floor((done / Math.max(total, 1)) * 100))
      if (percent === shown) return
      shown = percent
      void writeText(stderr, `\r${words} ${barText(percent)} of ${megabytes(total)}`)
    },
    clear: async () => {
      if (shown === -1) return
      shown = -1
      await writeText(stderr, '\r\x1b[K')
    },
  }
}

const cells = 20

const barText = (percent: number): string => {
  const full = Math.floor((percent / 100) * cells)
  return `[${'#'.repeat(full)}${'-'.repeat(cells - full)}] ${String(percent).padStart(3)} %`
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024 / 1024))} MiB`
