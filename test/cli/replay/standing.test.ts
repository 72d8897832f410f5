import { deepEqual } from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { type Standing, standingAt } from '../../../cli/replay/standing.js'
import { standingFacts } from '../../../cli/replay/standing-facts.js'
import { toArray } from '../../../domain/list.js'
import type { LogReading } from '../../../domain/log/reading.js'
import type { ForeignRecord, LogRecord } from '../../../domain/log/record.js'
import type { LogReader } from '../../../domain/ports.js'
import { statusOf } from '../../../domain/session/announce.js'
import { evolveAll } from '../../../domain/session/evolve.js'
import { settledView } from '../../../domain/session/plan.js'
import { requestOf } from '../../../domain/session/request.js'
import { settle } from '../../../domain/session/settle.js'
import type { State } from '../../../domain/session/state.js'
import type { Item } from '../../../domain/turn/item.js'
import { crash, type Machine, newMachine, newMachineWithHooks } from '../../support/machine.js'
import { compacted } from '../../support/machine-compaction.js'
import { type Move, moves } from '../../support/machine-moves.js'
import { fcOptions } from '../../support/rounds.js'
import { ownFolder } from '../../support/sample-log.js'
import { firstTurn, someSession, storyLog } from '../../support/story.js'

const reader = logReader(sha256)

const itemsOf = async (standing: Standing): Promise<ReadonlyArray<Item>> => {
  const items: Item[] = []
  for await (const item of standing.items()) items.push(item)
  return items
}

/** The state as a Pod that takes the session up from there works on it. */
const restored = (state: State, { at }: Pick<LogRecord, 'at'>): State =>
  settledView(sha256, { state, prelude: settle(state, 'crash') }, at)

type Told = { readonly standing: Standing; readonly items: ReadonlyArray<Item> }

const told = async (place: Parameters<typeof standingAt>[0]): Promise<Told> => {
  const standing = await standingAt(place)
  if (E.isLeft(standing) || standing.right === undefined) throw new Error(JSON.stringify(standing))
  return { standing: standing.right, items: await itemsOf(standing.right) }
}

// What --at shows of a record must be the fold of all records up to it.
const equals = ({ standing, items }: Told, records: ReadonlyArray<LogRecord>): void => {
  const fold = evolveAll(records)
  const { items: _, segments: __, ...talk } = standing.state.conversation
  const { items: all, segments: ___, ...folded } = fold.conversation
  deepEqual(talk, folded)
  deepEqual(items, toArray(all))
  deepEqual(standing.state.inbox, fold.inbox)
  deepEqual(statusOf(standing.state), statusOf(fold))
  const then = restored(fold, standing.record)
  const facts = standingFacts(standing)
  const { adds, ...status } = facts.restored
  deepEqual(status, statusOf(then))
  deepEqual(adds, settle(fold, 'crash'))
}

// The items that --at gives make the request that a restored Pod would send.
const requestEquals = ({ standing, items }: Told, records: ReadonlyArray<LogRecord>): void => {
  const { state, record } = standing
  const conversation = { ...state.conversation, items: listOf(items) }
  const shown = restored({ ...state, conversation }, record)
  deepEqual(requestOf(shown), requestOf(restored(evolveAll(records), record)))
}

const listOf = (items: ReadonlyArray<Item>): State['conversation']['items'] => ({
  full: [],
  last: items,
  length: items.length,
})

const corpus = join('test', 'corpus', 'logs')
const logs = readdirSync(corpus).filter((name) => name.endsWith('.jsonl'))

type Loaded = {
  readonly records: ReadonlyArray<LogRecord | ForeignRecord>
  readonly known: ReadonlyArray<LogRecord>
  readonly damaged: boolean
}

const loaded = async (log: string): Promise<Loaded> => {
  const readings: LogReading[] = []
  for await (const reading of reader.read(log, { onProblem: 'stop' })) readings.push(reading)
  const lines = readings.flatMap((reading) => (reading.type === 'group' ? reading.lines : []))
  return {
    records: lines.map(({ record }) => record),
    known: lines.flatMap((line) => (line.known ? [line.record] : [])),
    damaged: readings.some(({ type }) => type === 'problem'),
  }
}

for (const name of logs)
  test(`--at each record of ${name} is what a Pod restored from there has`, async (t) => {
    const log = join(corpus, name)
    const { records, known, damaged } = await loaded(log)
    for (const { seq } of records) {
      const upTo = known.filter((record) => record.seq <= seq)
      for (const heldBytesMax of [0, 1e9]) {
        const there = await told({ reader, log, seq, heldBytesMax })
        equals(there, upTo)
        requestEquals(there, upTo)
      }
    }
    const behind = await standingAt({ reader, log, seq: records.length })
    t.is(E.isLeft(behind), damaged)
  })

/** Reads records from memory, a group each. */
const memoryReader = (records: ReadonlyArray<LogRecord>): LogReader => ({
  async *read() {
    for (const record of records) {
      const { seq, hash } = record
      const next = { offset: (seq + 1) * 1000, line: seq + 2, before: { seq, hash } }
      yield { type: 'group', lines: [{ known: true, record, offset: seq * 1000 }], next }
    }
  },
})

const all: ReadonlyArray<Move> = [...moves, { name: 'compact', make: compacted }]

test('--at each record of a random session is what a Pod restored from there has', async (t) => {
  const walks = fc.record({
    hooks: fc.boolean(),
    steps: fc.array(fc.nat({ max: all.length - 1 }), { minLength: 10, maxLength: 50 }),
    held: fc.nat({ max: 60 }),
  })
  await fc.assert(
    fc.asyncProperty(walks, async ({ hooks, steps, held }) => {
      const { records } = steps.reduce<Machine>(
        (machine, at) => (all[at] as Move).make(machine.left ? crash(machine) : machine),
        hooks ? newMachineWithHooks() : newMachine,
      )
      const place = { reader: memoryReader(records), log: '', heldBytesMax: held * 1000 }
      for (const { seq } of records) {
        const there = await told({ ...place, seq })
        equals(there, records.slice(0, seq + 1))
        requestEquals(there, records.slice(0, seq + 1))
      }
    }),
    fcOptions(),
  )
  t.pass()
})

test('what is held of a long conversation is little, and its items come with their words', async (t) => {
  const home = await ownFolder(t)
  const story = await storyLog(home, someSession(1), firstTurn(someSession(1), 'x'.repeat(5000)))
  const seq = story.tip().seq

  const { standing, items } = await told({ reader, log: story.path, seq, heldBytesMax: 100 })

  t.true(JSON.stringify(standing.state.conversation.items).length < 1000)
  t.is(JSON.stringify(items).match(/x{5000}/g)?.length, 1)
})

test('a record behind damage has no state, one in front of it has', async (t) => {
  const home = await ownFolder(t)
  const story = await storyLog(home, someSession(1))
  await appendFile(story.path, 'no record\n')

  const seq = story.tip().seq
  t.true(E.isRight(await standingAt({ reader, log: story.path, seq })))
  const behind = await standingAt({ reader, log: story.path, seq: seq + 1 })
  t.like(behind, { left: { kind: 'not_json', line: 7 } })
})

test('a log that ended before the record gives nothing', async (t) => {
  const home = await ownFolder(t)
  const log = join(home, 'empty.jsonl')
  await writeFile(log, '')

  t.deepEqual(await standingAt({ reader, log, seq: 0 }), E.right(undefined))
})
