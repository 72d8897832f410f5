import { readFileSync, truncateSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import { type LogFiles, systemLogFiles } from '../../adapters/log/log-files.js'
import type { OpenSession } from '../../cli/pod/open-session.js'
import type { MemoryLog } from './memory-log.js'

/** Where in a batch its process dies: after `share` of its bytes, from 0 to 1; all or none too. */
export type Doom = { readonly append: number; readonly share: number }

/** The log of a Pod that will be killed: a real file, without the syncs, that survive no better. */
export type MortalLog = MemoryLog & {
  /** The process dies in the `append`-th batch from now (from 1). */
  readonly doom: (doom: Doom) => void
  /** The process dies now, unless it is dead: nothing that it does afterwards reaches the disk. */
  readonly kill: () => Promise<void>
  /** Whether an append is under way. */
  readonly isBusy: () => boolean
  readonly isDead: () => boolean
}

/** The log of an open session, or of a new one, as its next process appends to it. */
export const mortalLog = (
  path: string,
  quarantineFolder: string,
  open: OpenSession | undefined,
): MortalLog => {
  const { tip, size = 0 } = open?.loaded ?? {}
  const isThere = open !== undefined
  const starts = open === undefined ? {} : { starts: open.starts }
  const options = { path, quarantineFolder, tip, size, tail: open?.tail, isThere, ...starts }
  const log = jsonlLog({ ...options, files: unsynced })
  let kept = size === 0 ? [] : linesOf(readFileSync(path).subarray(0, size))
  let doomed: Doom | undefined
  let busy = 0
  let isDead = false
  let batches = 0

  const kill = async () => {
    isDead = true
    await log.close()
  }
  // Written as any batch is; then the file ends where the process had come to.
  const dieIn = async (lines: ReadonlyArray<string>, share: number): Promise<never> => {
    const appended = await log.append(lines)()
    if (E.isLeft(appended)) throw new Error(appended.left.message)
    const length = Buffer.byteLength(`${lines.join('\n')}\n`)
    truncateSync(path, log.size() - length + Math.round(length * share))
    await kill()
    busy -= 1
    return new Promise(() => undefined)
  }
  return {
    append: (lines) => async () => {
      if (isDead) return new Promise(() => undefined)
      batches += 1
      busy += 1
      if (doomed?.append === batches) return dieIn(lines, doomed.share)
      const appended = await log.append(lines)()
      if (E.isRight(appended)) kept = [...kept, ...lines]
      busy -= 1
      return isDead ? new Promise(() => undefined) : appended
    },
    reopen: log.reopen,
    size: log.size,
    page: log.page,
    close: log.close,
    lines: () => kept,
    batches: () => batches,
    // It fails in no other way than with its process.
    breakDown: () => undefined,
    mend: () => undefined,
    doom: ({ append, share }) => {
      doomed = { append: batches + append, share }
    },
    kill,
    isBusy: () => busy > 0,
    isDead: () => isDead,
  }
}

const linesOf = (bytes: Buffer): ReadonlyArray<string> =>
  bytes.toString('utf8').split('\n').slice(0, -1)

// A kill takes nothing from the system's cache, so nothing is gained by a sync here.
const unsynced: LogFiles = {
  ...systemLogFiles,
  open: async (path, how) => ({
    ...(await systemLogFiles.open(path, how)),
    datasync: async () => undefined,
  }),
  syncFolder: async () => undefined,
}
