import { limits } from '../../domain/limits.js'
import { bytesAt } from '../node/bytes-at.js'
import { openRegular } from '../node/open-regular.js'
import type { Checkpoint } from './checkpoint.js'
import { type TipInLog, tipIn } from './tip-in.js'

/** What one look at a log tells; `tip` only when there was a checkpoint to compare it with. */
export type LogGlance = {
  readonly sizeBytes: number
  /** When it was last written: ms since 1970. */
  readonly writtenMs: number
  /** The text of its first bytes. */
  readonly head: string
  readonly tip?: TipInLog
}

/**
 * Looks at the beginning of a log and at the place where its checkpoint ended, and reads no more of
 * it than a list may. Rejects with the file system's error.
 */
export const glanceAtLog = async (
  log: string,
  checkpoint: Checkpoint | undefined,
): Promise<LogGlance> => {
  const handle = await openRegular(log)
  try {
    const { size: sizeBytes, mtimeMs: writtenMs } = await handle.stat()
    const head = (await bytesAt(handle, 0, limits.listHeadBytes)).toString('utf8')
    if (checkpoint === undefined) return { sizeBytes, writtenMs, head }
    return { sizeBytes, writtenMs, head, tip: await tipIn(handle, checkpoint, limits.listEndBytes) }
  } finally {
    await handle.close()
  }
}
