import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import { callId, type RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import { seal } from '../../domain/log/seal.js'
import type { Timestamp } from '../../domain/time.js'
import {
  asked,
  attached,
  callStarted,
  ended,
  replied,
  said,
  someSession,
  someTurn,
  started,
  submitted,
} from '../support/story.js'

/** Lengths of a text, each with the part of all texts that have it. */
export type Sizes = ReadonlyArray<{ readonly chars: number; readonly part: number }>

/** 300 B, 2 KB and 50 KB mixed: 2 KB in the mean, as sessions have it. */
export const mixedSizes: Sizes = [
  { chars: 300, part: 0.7 },
  { chars: 2_000, part: 0.275 },
  { chars: 50_000, part: 0.025 },
]

/** Small texts only. */
export const smallSizes: Sizes = [{ chars: 60, part: 1 }]

/** A number from 0 up to 1 at each call; the same seed gives the same row (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const words =
  'the log holds what an agent did; "every" line is\nsealed\tand 日本語 too. const x = [1, 2]'.split(
    ' ',
  )

/** A text of about this many characters, made of words, quotes and line ends. */
export const sampleText = (random: () => number, chars: number): string => {
  const parts: string[] = []
  for (let length = 0; length < chars; length += (parts.at(-1)?.length ?? 0) + 1)
    parts.push(words[Math.floor(random() * words.length)] ?? '')
  return parts.join(' ')
}

const sizeOf = (sizes: Sizes, chance: number): number => {
  let left = chance
  for (const { chars, part } of sizes) {
    if (left < part) return chars
    left -= part
  }
  return sizes.at(-1)?.chars ?? 0
}

/** The groups of one turn whose first record has this seq: two rounds, one tool call. */
export const turnGroups = (
  turn: number,
  seq: number,
  text: () => string,
): ReadonlyArray<ReadonlyArray<Event>> => {
  const reply = seq + 2
  const use = { type: 'tool_use', id: `toolu_${turn}`, name: 'Read', input: { file_path: '/a' } }
  const done: Event = {
    type: 'ToolCallCompleted',
    data: {
      turn: someTurn(turn),
      call: callId(reply, 0),
      outcome: 'ok',
      summary: '12 lines',
      content: text(),
    },
  }
  return [
    [submitted(turn, text()), asked(turn)],
    [replied(turn, [use as never, { type: 'text', text: text() }]), callStarted(turn, reply)],
    [done, asked(turn, 2)],
    [said(turn, text(), 2), ended(turn)],
  ]
}

/** A log to write: at least so many bytes of turns with texts of these sizes. */
export type SampleLog = {
  readonly bytes: number
  readonly sizes: Sizes
  readonly seed: number
  /** The folder that its session works in. */
  readonly cwd?: string
  /** The text of one more turn at the end. */
  readonly lastWords?: string
}

/** The lines of a sample log, without newlines, group by group; the same seed gives the same log. */
export function* sampleLines(sample: SampleLog): Generator<ReadonlyArray<string>> {
  const { bytes, sizes, seed, cwd, lastWords } = sample
  const random = seeded(seed)
  const text = () => sampleText(random, sizeOf(sizes, random()))
  const at = '2026-01-02T03:04:05.678Z' as Timestamp
  let tip: RecordRef | undefined
  let written = 0
  const sealed = (events: ReadonlyArray<Event>): ReadonlyArray<string> => {
    const records = seal(sha256)(events, tip, at)
    const last = records.at(-1)
    tip = last === undefined ? tip : refOf(last.record)
    for (const { line } of records) written += line.length + 1
    return records.map(({ line }) => line)
  }
  yield sealed([started(someSession(seed), cwd), attached('bench')])
  let turn = 1
  for (; written < bytes; turn += 1)
    for (const group of turnGroups(turn, (tip?.seq ?? -1) + 1, text)) yield sealed(group)
  if (lastWords === undefined) return
  for (const group of turnGroups(turn, (tip?.seq ?? -1) + 1, () => lastWords)) yield sealed(group)
}

/** Writes a sample log into the folder and gives its path. */
export const writeSampleLog = async (folder: string, sample: SampleLog): Promise<string> => {
  const path = join(folder, `${someSession(sample.seed)}.jsonl`)
  const file = createWriteStream(path)
  for (const lines of sampleLines(sample)) {
    if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return path
}
