import * as E from 'fp-ts/lib/Either.js'
import { type JsonlLog, jsonlLog } from '../../adapters/log/jsonl-log.js'
import { quarantineName } from '../../adapters/log/quarantine.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { writeAtomic } from '../../adapters/node/write-atomic.js'
import { checkpointText } from '../../adapters/projector/checkpoint.js'
import type { Event } from '../../domain/event/event.js'
import type { Hash, RecordRef } from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import { seal } from '../../domain/log/seal.js'
import { fold } from '../../domain/projection.js'
import { sessionView } from '../../projections/session-view.js'
import { bytesAt, type DiskImage } from './disk-image.js'
import { type ModelDisk, modelDisk } from './model-disk.js'
import { type BytesRead, readBytes } from './read-bytes.js'
import { sampleTime } from './sample-log.js'
import * as story from './story.js'

export const session = story.someSession(1)

/** Where the files of the session lie on a model disk. */
export const places = {
  log: `/sessions/${session}.jsonl`,
  quarantine: '/quarantine',
  projections: `/projections/${session}`,
}

type Lines = ReadonlyArray<string>

/** A session on a model disk, and what whoever talks to it was promised. */
export type DiskStory = {
  readonly disk: ModelDisk
  log: JsonlLog
  /** What was acknowledged; nothing of it may ever be missing. */
  acknowledged: Lines
  /** Whole groups behind that, which a Pod found and nobody acknowledged. */
  found: ReadonlyArray<Lines>
  /** Everything that was tried since the last acknowledgement, with the groups that it went behind. */
  attempts: ReadonlyArray<ReadonlyArray<Lines>>
  /** What had been promised when so many operations were done, in order. */
  readonly promises: Promised[]
  tip: RecordRef | undefined
  /** The turn that is open, and the last one that there was. */
  open: boolean
  turn: number
}

/** What held from an operation on. */
export type Promised = Pick<DiskStory, 'acknowledged' | 'attempts'> & { readonly ops: number }

/** A step of a session; each name is a case of what a crash may fall into. */
export type Move = keyof typeof moves

/** A session that does not exist yet. */
export const newStory = (): DiskStory => {
  const disk = modelDisk()
  return {
    disk,
    log: openLog(disk, undefined),
    acknowledged: [],
    found: [],
    attempts: [],
    promises: [],
    tip: undefined,
    open: false,
    turn: 0,
  }
}

/** The log of a session on this disk as a Pod opens it that has read `found` there. */
export const openLog = (disk: ModelDisk, found: BytesRead | undefined): JsonlLog => {
  const tail = found?.tail && { ...found.tail, kept: keptName(found.size) }
  return jsonlLog({
    path: places.log,
    quarantineFolder: places.quarantine,
    size: found?.size ?? 0,
    tip: found?.tip,
    tail,
    isThere: found !== undefined,
    files: disk.files,
  })
}

/** The name under which a tail at this byte is kept. */
export const keptName = (offset: number): string => quarantineName(session, offset, sampleTime)

/** What the log on this image says; undefined when there is none. */
export const readLog = (image: DiskImage): BytesRead | undefined => {
  const bytes = bytesAt(image, places.log)
  return bytes && readBytes(bytes)
}

/** The groups sealed behind a tip, as lines, and the tip that they give. */
export const sealed = (groups: ReadonlyArray<ReadonlyArray<Event>>, tip: RecordRef | undefined) => {
  let last = tip
  const lines = groups.map((group) => {
    const records = seal(sha256)(group, last, sampleTime)
    last = records.at(-1)?.record
    return records.map(({ line }) => line)
  })
  return { lines, tip: last && { seq: last.seq, hash: last.hash } }
}

/** Appends groups as one batch; gives whether they were acknowledged. */
const append = async (
  tale: DiskStory,
  ...groups: ReadonlyArray<ReadonlyArray<Event>>
): Promise<boolean> => {
  const opening = tale.tip === undefined ? [story.started(session)] : []
  const [first = [], ...rest] = groups
  const { lines, tip } = sealed([[...opening, ...first], ...rest], tale.tip)
  const attempt = [...tale.found, ...lines]
  tale.attempts = [...tale.attempts, attempt]
  promise(tale)
  const died = tale.disk.died()
  const done = await Promise.race([tale.log.append(lines.flat())(), died])
  if (done === undefined || E.isLeft(done)) return false
  tale.acknowledged = [...tale.acknowledged, ...attempt.flat()]
  tale.found = []
  tale.attempts = []
  tale.tip = tip
  promise(tale)
  return true
}

const promise = ({ disk, acknowledged, attempts, promises }: DiskStory): void => {
  promises.push({ ops: disk.ops.length, acknowledged, attempts })
}

const must = async (acknowledged: Promise<boolean>): Promise<void> => {
  if (!(await acknowledged)) throw new Error('a batch was not acknowledged on a good disk')
}

const submit = (tale: DiskStory): ReadonlyArray<Event> => {
  tale.turn += 1
  tale.open = true
  return [story.submitted(tale.turn, 'go'), story.asked(tale.turn)]
}

const finish = (tale: DiskStory): ReadonlyArray<Event> => {
  tale.open = false
  return [story.said(tale.turn, 'so'), story.ended(tale.turn)]
}

const next = (tale: DiskStory): ReadonlyArray<Event> => (tale.open ? finish(tale) : submit(tale))

// The Submit and what takes it back are two batches: the second names the record before the first.
const rollBack = async (tale: DiskStory): Promise<void> => {
  if (tale.open) await must(append(tale, finish(tale)))
  const before = tale.tip
  await must(append(tale, submit(tale)))
  if (before === undefined) throw new Error('a turn is taken back behind something')
  tale.open = false
  await must(append(tale, [story.stopAsked(tale.turn), story.resetTo(tale.turn, before)]))
}

// The process dies in the `nth` call of its kind; the next Pod goes on with what it finds.
const killed = async (tale: DiskStory, at: 'write' | 'datasync' | 'syncFolder'): Promise<void> => {
  const { disk } = tale
  disk.follow((call) => (call === at ? 'die' : undefined))
  if (await append(tale, next(tale), [story.attached('pod-b')]))
    throw new Error('a dead process acknowledged a batch')
  disk.follow(() => undefined)
  await restart(tale)
}

const restart = async (tale: DiskStory): Promise<void> => {
  const { disk, acknowledged } = tale
  disk.kill()
  const read = readLog(disk.image())
  if (read?.problem !== undefined) throw new Error(read.problem)
  tale.log = openLog(disk, read)
  tale.tip = read?.tip
  tale.found = read === undefined ? [] : groupsBehind(read, acknowledged.length)
  const { tail } = read ?? {}
  const repaired: ReadonlyArray<Event> =
    tail === undefined
      ? []
      : [{ type: 'TailRepaired', data: { ...tail, kept: keptName(tail.offset) } }]
  await must(append(tale, [...repaired, story.attached('pod-c')]))
}

// The groups behind so many lines.
const groupsBehind = ({ groups }: BytesRead, lines: number): ReadonlyArray<Lines> => {
  let before = 0
  return groups.filter(({ length }) => {
    before += length
    return before > lines
  })
}

// A batch fails and its cutting back too; the same Pod goes on once the disk is well again.
const cured = async (tale: DiskStory, fault: 'EIO' | 'ENOSPC', at: 'write' | 'datasync') => {
  const { disk, log } = tale
  const fails = at === 'write' ? [at, 'truncate'] : [at]
  disk.follow((call) => (fails.includes(call) ? fault : undefined))
  if (await append(tale, next(tale))) throw new Error('a batch that failed was acknowledged')
  disk.follow(() => undefined)
  if (E.isLeft(await log.reopen()())) throw new Error('the log does not come back')
  await must(append(tale, [story.attached('pod-b')]))
}

const project = async (tale: DiskStory): Promise<void> => {
  for (const [name, text] of filesOf(tale.acknowledged))
    await writeAtomic(`${places.projections}/${name}`, text, { files: tale.disk.replacing })
}

/** The files that a projector makes of these lines, in its order. */
export const filesOf = (lines: Lines): ReadonlyArray<readonly [string, string]> => {
  const records = lines.map((line) => JSON.parse(line) as LogRecord)
  const last = records.at(-1)
  if (last === undefined) return []
  const view = fold(sessionView.view, records)
  const texts = sessionView.files.map(({ name, text }) => [name, text(view)] as const)
  const size = Buffer.byteLength(`${lines.join('\n')}\n`)
  const checkpoint = {
    format: 1 as const,
    session,
    records: records.length,
    offset: size,
    last_line: size - Buffer.byteLength(`${lines.at(-1)}\n`),
    tip: { seq: last.seq, hash: last.hash as Hash },
    head: sessionView.head(view) ?? null,
    turns: turnsOf(lines),
    files: Object.fromEntries(texts.map(([name, text]) => [name, sha256(text)])),
    line: { ...sessionView.line(view) },
  }
  return [...texts, ['checkpoint.json', checkpointText(checkpoint)]]
}

const turnsOf = (lines: Lines): ReadonlyArray<number> => {
  let offset = 0
  return lines.flatMap((line) => {
    const start = offset
    offset += Buffer.byteLength(line) + 1
    return (JSON.parse(line) as LogRecord).type === 'InputSubmitted' ? [start] : []
  })
}

const begin = (tale: DiskStory) => must(append(tale, [story.attached('pod-a'), ...submit(tale)]))

const moves = {
  'a new session': begin,
  'an append': (tale: DiskStory) => must(append(tale, next(tale))),
  'a batch of groups': (tale: DiskStory) => must(append(tale, next(tale), next(tale))),
  'a rollback': rollBack,
  'a kill in a write': (tale: DiskStory) => killed(tale, 'write'),
  'a kill before the sync': (tale: DiskStory) => killed(tale, 'datasync'),
  'a kill before the name is durable': (tale: DiskStory) => killed(tale, 'syncFolder'),
  'a full disk and its cure': (tale: DiskStory) => cured(tale, 'ENOSPC', 'write'),
  'a failed sync and its cure': (tale: DiskStory) => cured(tale, 'EIO', 'datasync'),
  'a write of the projections': project,
} as const

/** The steps with which a session may begin, and those that may follow. */
export const firstMoves: ReadonlyArray<Move> = [
  'a new session',
  'a kill in a write',
  'a kill before the sync',
  'a kill before the name is durable',
  'a full disk and its cure',
  'a failed sync and its cure',
]
export const laterMoves: ReadonlyArray<Move> = (Object.keys(moves) as Move[]).filter(
  (move) => move !== 'a new session' && move !== 'a kill before the name is durable',
)

/** Does a step to the end. */
export const make = (move: Move, tale: DiskStory): Promise<void> => moves[move](tale)
