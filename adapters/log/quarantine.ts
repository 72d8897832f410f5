import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { Timestamp } from '../../domain/time.js'
import type { LogFile, LogFiles } from './log-files.js'

/** The name under which bytes that were cut off a log are kept: session, offset and time. */
export const quarantineName = (session: SessionId, offset: number, at: Timestamp): string =>
  `${session}-${offset}-${at.replaceAll(':', '-')}.tail`

/** Bytes of a file that are to be kept. */
export type Cutting = { readonly file: LogFile; readonly offset: number; readonly length: number }

/**
 * Copies bytes of a log to a file of its own, durably, and gives their SHA-256 in hex. The log is
 * left as it is. Rejects with the system's error; a part of a copy may then lie there.
 */
export const quarantine = async (
  files: LogFiles,
  target: { readonly folder: string; readonly name: string },
  cutting: Cutting,
): Promise<string> => {
  await files.makeFolder(target.folder)
  const copy = await files.open(join(target.folder, target.name), 'keep')
  try {
    const digest = await copyBytes(cutting, copy)
    await copy.datasync()
    await files.syncFolder(target.folder)
    return digest
  } finally {
    await copy.close()
  }
}

const copyBytes = async ({ file, offset, length }: Cutting, copy: LogFile): Promise<string> => {
  const digest = createHash('sha256')
  const step = Buffer.allocUnsafe(Math.min(limits.logStepBytes, length))
  let done = 0
  while (done < length) {
    const read = await file.read(step.subarray(0, length - done), offset + done)
    if (read === 0) throw new Error('the file became shorter meanwhile')
    const bytes = step.subarray(0, read)
    digest.update(bytes)
    await writeAll(copy, bytes)
    done += read
  }
  return digest.digest('hex')
}

/** Writes all bytes, in as many writes as it takes. */
export const writeAll = async (file: LogFile, bytes: Uint8Array): Promise<void> => {
  let done = 0
  while (done < bytes.length) {
    const written = await file.write(done === 0 ? bytes : bytes.subarray(done))
    if (written === 0) throw new Error('the system wrote nothing')
    done += written
  }
}
