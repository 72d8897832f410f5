import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type { Int } from 'io-ts'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import type { Event } from '../../../domain/event/event.js'
import type { LogProblem } from '../../../domain/log/reading.js'
import { refOf } from '../../../domain/log/record.js'
import { type LoadedLog, loadLog } from '../../support/load-log.js'
import {
  bytesOf,
  linesOf,
  note,
  ownFolder,
  sampleGroups,
  sealAll,
  sessionStarted,
} from '../../support/sample-log.js'

const sealed = sealAll(sampleGroups)
const whole = bytesOf(linesOf(sealed))
const records = sealed.flat().map(({ record }) => record)

const load = async (
  t: ExecutionContext,
  bytes: Uint8Array,
): Promise<E.Either<LogProblem, LoadedLog>> => {
  const path = join(await ownFolder(t), 'log.jsonl')
  await writeFile(path, bytes)
  return loadLog(logReader(sha256), path)()
}

const loaded = async (t: ExecutionContext, bytes: Uint8Array): Promise<LoadedLog> => {
  const log = await load(t, bytes)
  if (E.isLeft(log)) throw new Error(log.left.message)
  return log.right
}

test('a log loads as the records that were sealed, with its tip and size', async (t) => {
  const log = await loaded(t, whole)
  t.deepEqual(log.records, records)
  const tip = records.at(-1)
  t.deepEqual(log.tip, tip && refOf(tip))
  t.is(log.size, whole.length)
  t.false('tail' in log)
  t.false('foreign' in log)
  t.false(log.newer)
})

test('a torn tail leaves the whole groups and says where it begins', async (t) => {
  const log = await loaded(t, whole.subarray(0, -1))
  t.deepEqual(log.records, records.slice(0, 4))
  t.is(log.tail?.offset, log.size)
  t.is(log.tail?.length, whole.length - 1 - log.size)
})

test('a log of NULs alone, or of a part of its first line, never happened', async (t) => {
  for (const bytes of [Buffer.alloc(100), whole.subarray(0, 50)]) {
    const log = await loaded(t, bytes)
    t.deepEqual(log.records, [])
    t.is(log.tip, undefined)
    t.is(log.size, 0)
    t.is(log.tail?.offset, 0)
    t.is(log.tail?.length, bytes.length)
  }
})

test('a damaged line refuses the log with its place', async (t) => {
  const damaged = Buffer.from(whole)
  damaged[whole.length - 100] = 0x58
  const log = await load(t, damaged)
  t.true(E.isLeft(log) && log.left.line === 6 && log.left.kind === 'hash_mismatch')
})

test('a missing log is the problem unreadable', async (t) => {
  const log = await loadLog(logReader(sha256), join(await ownFolder(t), 'none'))()
  t.true(E.isLeft(log) && log.left.kind === 'unreadable')
})

test('an unknown event is kept apart and can be the tip', async (t) => {
  const later = { type: 'LaterEvent', data: { x: 1 } } as unknown as Event
  const log = await loaded(t, bytesOf(linesOf(sealAll([[sessionStarted], [later]]))))
  t.is(log.records.length, 1)
  t.like(log.foreign, { type: 'LaterEvent', seq: 1 })
  t.is(log.tip?.seq, 1)
})

test('unknown fields of a known event are kept', async (t) => {
  const event = note('x')
  const richer = { ...event, data: { ...event.data, later: [1] } } as unknown as Event
  const log = await loaded(t, bytesOf(linesOf(sealAll([[richer]]))))
  t.deepEqual(log.records[0]?.data, richer.data)
})

test('a newer format is said and is no problem', async (t) => {
  if (sessionStarted.type !== 'SessionStarted') throw new Error('wrong sample')
  const newer = { ...sessionStarted, data: { ...sessionStarted.data, format: 2 as Int } }
  const log = await loaded(t, bytesOf(linesOf(sealAll([[newer]]))))
  t.true(log.newer)
})
