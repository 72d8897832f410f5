import type { Sha256 } from '../../domain/ids.js'
import { sealBytes } from '../../domain/log/chain.js'
import type { LogPart } from '../../domain/log/reading.js'
import type { ScannedLine } from './scan-log.js'

/** What is wrong with a line that was scanned, and the byte at which that line begins. */
export type ScanFault = Pick<NonNullable<LogPart['fault']>, 'offset' | 'message'>

/**
 * Looks at the scanned lines of one log in their order: does each give its hash, and follow the one
 * before it? That is no whole check, but no byte of them can have changed unnoticed.
 */
export const scanFaults = (sha256: Sha256): ((line: ScannedLine) => ScanFault | undefined) => {
  let before: (Pick<ScannedLine, 'seq' | 'hash'> & { readonly end: number }) | undefined
  return ({ bytes, offset, prev, seq, hash }) => {
    const follows = before === undefined || (prev === before.hash && seq === before.seq + 1)
    // What is no line of a log was left out by the scan.
    const isNext = before === undefined || before.end === offset
    const isWhole = sha256(bytes.subarray(0, bytes.length - sealBytes)) === hash
    before = { seq, hash, end: offset + bytes.length + 1 }
    if (!isNext) return { offset, message: 'the line before it is none of a log' }
    if (!isWhole) return { offset, message: 'the bytes of the line do not give its hash' }
    return follows
      ? undefined
      : { offset, message: 'the line does not follow the one before it in the chain' }
  }
}
