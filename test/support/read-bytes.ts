import { collectGroups } from '../../adapters/log/collect-groups.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { RecordRef } from '../../domain/ids.js'
import { checkLine } from '../../domain/log/chain.js'
import { type LogPlace, logStart, type TornTail } from '../../domain/log/reading.js'

/** What the bytes of a log say, read on from a place in it. */
export type BytesRead = {
  /** The lines of each whole group. */
  readonly groups: ReadonlyArray<ReadonlyArray<string>>
  readonly tip: RecordRef | undefined
  /** The byte behind the last whole group. */
  readonly size: number
  readonly tail?: TornTail
  readonly problem?: string
}

const check = checkLine(sha256)

/** Reads the bytes of a log as the log reader reads a file, up to the first problem. */
export const readBytes = (bytes: Buffer, from: LogPlace = logStart): BytesRead => {
  const collector = collectGroups(check, from, 'stop')
  const groups: string[][] = []
  let start = from.offset
  for (let end = bytes.indexOf(0x0a, start); end !== -1; end = bytes.indexOf(0x0a, start)) {
    const line = { bytes: bytes.subarray(start, end), offset: start, end: end + 1 }
    for (const reading of collector.take(line)) {
      if (reading.type === 'problem')
        return { ...ending(bytes, collector.settled()), groups, problem: reading.problem.message }
      if (reading.type === 'group') groups.push(linesIn(bytes, reading.lines[0]?.offset ?? 0, end))
    }
    start = end + 1
  }
  return { ...ending(bytes, collector.settled()), groups }
}

const linesIn = (bytes: Buffer, from: number, to: number): string[] =>
  bytes.toString('utf8', from, to).split('\n')

const ending = (bytes: Buffer, { offset, before }: LogPlace) => {
  const rest = bytes.subarray(offset)
  const tail = { offset, length: rest.length, digest: sha256(rest) }
  return { tip: before, size: offset, ...(rest.length === 0 ? {} : { tail }) }
}
