import type { RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import type { SealedRecord } from '../../domain/log/seal.js'
import { firstTurn, sealStory, someSession, wholeTurn } from '../support/story.js'
import type { CorpusRow } from './corpus-log.js'

export const session = someSession(1)

/**
 * A session whose second turn is this one, in groups of the records 0–3, 4–5, 6–7 and 8–9, each on
 * the line seq + 1.
 */
export const twoTurns = (question: string, answer: string): ReadonlyArray<SealedRecord> =>
  sealStory([...firstTurn(session, '日本語?', 'Two files.'), ...wholeTurn(2, question, answer)])

const sealed = twoTurns('Which?', 'a and b.')

/** The lines of a good log with two turns in four groups, from which others are made. */
export const lines: ReadonlyArray<Buffer> = sealed.map(({ line }) => Buffer.from(line))

/** The line of this record, without its newline, and what other records call it by. */
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

/** What the note says about a turn that was not ended when the next input came. */
export const interruptedWords =
  "[The previous turn was interrupted by the user. The user's next request follows.]"

/** That note in a request. */
export const interrupted = noted(interruptedWords)

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
