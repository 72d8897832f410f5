import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { limits } from '../../domain/limits.js'
import { sealBytes } from '../../domain/log/chain.js'
import { bytesAt } from '../node/bytes-at.js'
import type { Checkpoint } from './checkpoint.js'

/** `shorter`: the log ends before the checkpoint's offset. `other`: another line ends there. */
export type TipInLog = 'held' | 'shorter' | 'other'

/**
 * Whether the log still holds what the checkpoint saw: the line that ends at its offset hashes to
 * its tip. Reads that one line in steps. A line of more than `hashedBytesMax` bytes is known by the
 * hash that it bears. Rejects with the file system's error.
 */
export const tipIn = async (
  handle: FileHandle,
  { offset, last_line, tip }: Checkpoint,
  hashedBytesMax: number = limits.lineBytesMax + 1,
): Promise<TipInLog> => {
  if ((await handle.stat()).size < offset) return 'shorter'
  const length = offset - last_line
  if (last_line < 0 || length <= sealBytes || length > limits.lineBytesMax + 1) return 'other'
  const sealed = offset - 1 - sealBytes
  const end = await bytesAt(handle, sealed, sealBytes + 1)
  if (end.toString('latin1') !== `,"hash":"${tip.hash}"}\n`) return 'other'
  if (length > hashedBytesMax) return 'held'
  return (await hashOf(handle, last_line, sealed)) === tip.hash ? 'held' : 'other'
}

const hashOf = async (handle: FileHandle, from: number, to: number): Promise<string> => {
  const digest = createHash('sha256')
  for (let at = from; at < to; at += limits.logStepBytes)
    digest.update(await bytesAt(handle, at, Math.min(limits.logStepBytes, to - at)))
  return digest.digest('hex')
}
