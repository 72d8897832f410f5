import * as A from 'node:assert/strict'
import * as E from 'fp-ts/lib/Either.js'
import type { RecordRef } from '../../domain/ids.js'
import { type LogPlace, logStart } from '../../domain/log/reading.js'
import { bytesAt, type DiskImage, type DiskOp } from './disk-image.js'
import {
  type DiskStory,
  keptName,
  openLog,
  type Promised,
  places,
  readLog,
  sealed,
} from './disk-story.js'
import { modelDisk } from './model-disk.js'
import { type BytesRead, readBytes } from './read-bytes.js'
import { bytesOf } from './sample-log.js'
import { attached } from './story.js'

type Lines = ReadonlyArray<string>

/** What was promised once so many operations were done. */
export const promisedAt = ({ promises }: DiskStory, ops: number): Promised =>
  promises.findLast((one) => one.ops <= ops) ?? { ops: 0, acknowledged: [], attempts: [] }

/**
 * Throws unless the log on an image holds all that was acknowledged, and behind it whole groups of
 * one thing that was tried, and no more. Gives what can be read of it.
 */
export const holdsWhatWasPromised = (
  image: DiskImage,
  { acknowledged, attempts }: Promised,
): BytesRead | undefined => {
  const bytes = bytesAt(image, places.log)
  const kept = bytesOf(acknowledged)
  if (bytes === undefined) {
    A.equal(acknowledged.length, 0, 'the log is gone')
    return undefined
  }
  A.ok(bytes.subarray(0, kept.length).equals(kept), 'what was acknowledged is gone')
  const read = readBytes(bytes, placeBehind(acknowledged, kept.length))
  A.equal(read.problem, undefined)
  const isOf = (attempt: ReadonlyArray<Lines>) =>
    read.groups.every((group, n) => group.join('\n') === attempt[n]?.join('\n'))
  A.ok(read.groups.length === 0 || attempts.some(isOf), 'it holds what nobody tried')
  checkpointIsHeld(image, read, acknowledged)
  return read
}

const placeBehind = (lines: Lines, offset: number): LogPlace => {
  const last = lines.at(-1)
  return last === undefined ? logStart : { offset, line: lines.length + 1, before: refIn(last) }
}

const refIn = (line: string): RecordRef => {
  const { seq, hash } = JSON.parse(line) as RecordRef
  return { seq, hash }
}

// A checkpoint that a projector wrote must never know more than the log.
const checkpointIsHeld = (image: DiskImage, { groups }: BytesRead, acknowledged: Lines): void => {
  const text = bytesAt(image, `${places.projections}/checkpoint.json`)?.toString('latin1')
  const [, hash] = /"tip":\{"seq":\d+,"hash":"([0-9a-f]{64})"/.exec(text ?? '') ?? []
  if (hash === undefined) return
  const held = [...acknowledged, ...groups.flat()]
  A.ok(
    held.some((line) => line.endsWith(`,"hash":"${hash}"}`)),
    'the checkpoint knows a record that the log does not hold',
  )
}

/** What a Pod did that took a session from an image, and what it had then promised. */
export type Recovered = {
  readonly ops: ReadonlyArray<DiskOp>
  readonly before: Promised
  readonly after: Promised
  readonly image: DiskImage
}

/**
 * Opens the session on an image as the next Pod does and appends a batch. Throws unless opening
 * changed nothing, the log then holds what was read and the batch, and no byte that was torn is
 * lost.
 */
export const recover = async (image: DiskImage): Promise<Recovered> => {
  const found = readLog(image)
  const disk = modelDisk(image)
  const log = openLog(disk, found)
  A.equal(await log.hold(), undefined)
  A.deepEqual(disk.ops, [], 'opening changes nothing')
  const { lines } = sealed([[attached('next')]], found?.tip)
  A.ok(E.isRight(await log.append(lines.flat())()), 'the next Pod cannot go on')
  const groups = [...(found?.groups ?? []), ...lines]
  const read = readLog(disk.image())
  A.deepEqual(read?.groups, groups)
  A.equal(read?.tail, undefined)
  tornIsKept(image, disk.image(), found)
  return {
    ops: disk.ops,
    before: { ops: 0, acknowledged: found?.groups.flat() ?? [], attempts: [lines] },
    after: { ops: disk.ops.length, acknowledged: groups.flat(), attempts: [] },
    image: disk.image(),
  }
}

/** Throws unless a torn tail of a log lies there still, or as a whole in quarantine. */
export const tornIsKept = (
  before: DiskImage,
  after: DiskImage,
  found: BytesRead | undefined,
): void => {
  if (found?.tail === undefined) return
  const { offset } = found.tail
  const torn = bytesAt(before, places.log)?.subarray(offset) ?? Buffer.alloc(0)
  const kept = bytesAt(after, `${places.quarantine}/${keptName(offset)}`)
  const there = bytesAt(after, places.log)?.subarray(offset, offset + torn.length)
  A.ok(kept?.equals(torn) || there?.equals(torn), 'torn bytes are lost')
}
