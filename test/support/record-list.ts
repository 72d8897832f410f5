import type { Event } from '../../domain/event/event.js'
import { type Hash, type InputId, noHash, type SessionId, type TurnId } from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Timestamp } from '../../domain/time.js'

/** Records of these groups in order, with hashes that only count: the fold does not check them. */
export const recordList = (
  groups: ReadonlyArray<ReadonlyArray<Event>>,
): ReadonlyArray<LogRecord> => {
  const records: LogRecord[] = []
  for (const group of groups)
    for (const [index, event] of group.entries()) {
      const seq = records.length
      const more = group.length - 1 - index
      records.push({
        prev: seq === 0 ? noHash : hashOf(seq - 1),
        seq,
        at: '2026-01-02T03:04:05.678Z' as Timestamp,
        ...(more > 0 ? { more } : {}),
        hash: hashOf(seq),
        ...event,
      })
    }
  return records
}

export const hashOf = (seq: number): Hash => seq.toString(16).padStart(64, '0') as Hash

const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Ids that tell their number. */
export const inputNo = (n: number): InputId => uuid(n) as InputId
export const turnNo = (n: number): TurnId => uuid(n) as TurnId
export const sessionNo = (n: number): SessionId => uuid(n) as SessionId
export const keyNo = (n: number): string => uuid(0xf000 + n)
