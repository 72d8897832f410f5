import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../domain/decode.js'
import { type Event, type EventType, eventCodecs } from '../../domain/event/event.js'
import { fold } from '../../domain/projection.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { transcript } from '../../projections/transcript/transcript.js'
import { usage } from '../../projections/usage.js'
import { fieldsOf } from '../support/codec-fields.js'
import { recordsOf } from '../support/story.js'
import { entriesOf } from '../support/told-records.js'

// Who adds an event or a field adds lines to the file and an entry here; no entry is ever changed.
const kept = [
  { lines: 42, sha256: '358ff4fcb8277074cea46d0d008ce7ad7b3ef18c5785a9446228e8b1e07b41f6' },
  { lines: 48, sha256: 'bf924129275a3a97171b68823349f465dc76b7a61d07737815b5f27d59831d51' },
  { lines: 50, sha256: '3ce5b6a0d23beda993d443ce27223497310c9d3844c95a5b7873035f2d1e842a' },
  { lines: 51, sha256: '0b633e9c4fe133dd5bfd45ea694b955ea24c5de1b2b08bf351b6ce8b352e8ece' },
  { lines: 52, sha256: 'ef01a1fa5594a2d7775aa9715952644ba2ee8d248fa3c32df790094c45917bf5' },
  { lines: 53, sha256: '919dc753ba2eac02e9fbc6cf1a4c5c76306e6738f36f4e29af8877b86ffd1dbe' },
  { lines: 54, sha256: '18e2bfca39350056058fe10afcf21a0adcd4e6b1139e8509b71b3adf48db28d3' },
]

const path = join('test', 'corpus', 'event-lines.jsonl')

const readLines = async (): Promise<ReadonlyArray<string>> =>
  (await readFile(path, 'utf8')).trimEnd().split('\n')

const parsed = async (): Promise<ReadonlyArray<Event>> =>
  (await readLines()).map((line) => JSON.parse(line))

const digest = (lines: ReadonlyArray<string>): string =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')

test('lines of events are only added', async (t) => {
  const lines = await readLines()
  for (const { lines: count, sha256 } of kept) t.is(digest(lines.slice(0, count)), sha256)
  t.is(kept.at(-1)?.lines, lines.length, 'new lines get an entry of their own')
})

test('every line is an event that this version reads, with nothing lost', async (t) => {
  for (const event of await parsed())
    t.deepEqual(decode(eventCodecs[event.type] as t.Mixed, event), E.right(event))
})

test('every event has a line with its bare fields and one with all', async (t) => {
  const events = await parsed()
  for (const [type, codec] of Object.entries(eventCodecs)) {
    const fields = fieldsOf(codec.props.data) ?? []
    const bare = fields.filter(({ optional }) => !optional)
    const seen = keysOf(events, type as EventType)
    t.true(seen.has(names(bare)), `${type} without what is optional`)
    t.true(seen.has(names(fields)), `${type} with every field`)
  }
})

test('the lines fold: the state and each view take them in any order', async (t) => {
  const events = await parsed()
  for (const order of [events, events.toReversed()]) {
    const records = recordsOf([order])
    t.is(evolveAll(records).tip?.seq, events.length - 1)
    t.true(fold(usage, records).total.output > 0)
    t.is(entriesOf(records).length, events.length)
    t.true(fold(transcript, records).blocks.length > 0)
  }
})

const names = (fields: ReadonlyArray<{ readonly name: string }>): string =>
  fields
    .map(({ name }) => name)
    .sort()
    .join()

const keysOf = (events: ReadonlyArray<Event>, type: EventType): ReadonlySet<string> =>
  new Set(
    events
      .filter((event) => event.type === type)
      .map(({ data }) => Object.keys(data).sort().join()),
  )
