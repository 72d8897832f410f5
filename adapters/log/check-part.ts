import * as E from 'fp-ts/lib/Either.js'
import type { RecordRef, Sha256 } from '../../domain/ids.js'
import { checkLine, type LineFault } from '../../domain/log/chain.js'
import type { LogPart } from '../../domain/log/reading.js'
import { type LogRecord, refOf } from '../../domain/log/record.js'
import { claimedBefore } from './claimed-place.js'

/**
 * Checks the finished lines of a part of a log that begins with a line at `offset`: each by itself,
 * and against the one before it in the part. A line with a fault is left out.
 */
export const checkPart =
  (sha256: Sha256) =>
  ({ bytes, offset }: { readonly bytes: Uint8Array; readonly offset: number }): LogPart => {
    const check = checkLine(sha256)
    const part: Checking = { records: [], known: offset === 0, before: undefined }
    let start = 0
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
      const line = bytes.subarray(start, end)
      const before = part.known ? part.before : claimedBefore(line)
      take(part, check(line, before), offset + start)
      start = end + 1
    }
    const { records, foreign, fault } = part
    return {
      records,
      cut: Buffer.from(bytes.subarray(start)).toString('utf8'),
      ...(foreign === undefined ? {} : { foreign }),
      ...(fault === undefined ? {} : { fault }),
    }
  }

// Changed in place, line by line. `known`: whether the next line must follow `before`.
type Checking = {
  readonly records: LogRecord[]
  known: boolean
  before: RecordRef | undefined
  foreign?: string
  fault?: NonNullable<LogPart['fault']>
}

const take = (
  part: Checking,
  checked: ReturnType<ReturnType<typeof checkLine>>,
  offset: number,
): void => {
  part.known = E.isRight(checked)
  if (E.isLeft(checked)) return blame(part, checked.left, offset)
  const line = checked.right
  part.before = refOf(line.record)
  if (line.known) part.records.push(line.record)
  else part.foreign ??= line.record.type
}

const blame = (part: Checking, fault: LineFault, offset: number): void => {
  part.fault ??= { ...fault, offset }
}
