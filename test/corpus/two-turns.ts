import type { RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import type { SealedRecord } from '../../domain/log/seal.js'
import { attached, sealStory, someSession, started, wholeTurn } from '../support/story.js'
import type { CorpusRow } from './corpus-log.js'

export const session = someSession(1)

// Groups of the records 0–3, 4–5, 6–7 and 8–9, each on the line seq + 1.
const sealed: ReadonlyArray<SealedRecord> = sealStory([
  [started(session), attached('pod-a'), ...(wholeTurn(1, '日本語?', 'Two.')[0] ?? [])],
  ...wholeTurn(1, '', 'Two files.').slice(1),
  ...wholeTurn(2, 'Which?', 'a and b.'),
])

/** The lines of a good log with two turns in four groups, from which others are made. */
export const lines: ReadonlyArray<Buffer> = sealed.map(({ line }) => Buffer.from(line))

export const line = (seq: number): Buffer => lines[seq] as Buffer

export const ref = (seq: number): RecordRef => refOf((sealed[seq] as SealedRecord).record)

const previews: Readonly<Record<number, string>> = {
  0: '[empty]',
  4: '日本語?',
  6: '日本語? → Two files.',
  8: 'Which? → Two files.',
  10: 'Which? → a and b.',
}

/** The row of its first records, which end a group. */
export const rowOf = (records: number): CorpusRow => ({ records, preview: previews[records] ?? '' })

/** A note of yoi as a request holds it in front of, or behind, what a user says. */
export const noted = (text: string): string => `user: <system_note>\n${text}\n</system_note>`

/** The note about a turn that was not ended when the next input came. */
export const interrupted = noted(
  "[The previous turn was interrupted by the user. The user's next request follows.]",
)

/** The first request when all of it is good, and when the second turn's end is gone. */
export const allSaid = [
  'user: 日本語?',
  'assistant: Two files.',
  'user: Which?',
  'assistant: a and b.',
  'user: next',
]
export const brokenOff = [
  'user: 日本語?',
  'assistant: Two files.',
  'user: Which?',
  interrupted,
  'user: next',
]
