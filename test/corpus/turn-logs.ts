import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import type { Hash } from '../../domain/ids.js'
import { type SealedRecord, seal } from '../../domain/log/seal.js'
import type { Timestamp } from '../../domain/time.js'
import {
  asked,
  attached,
  callDone,
  callStarted,
  cancelled,
  ended,
  paused,
  replied,
  resetTo,
  said,
  stopAsked,
  submitted,
  wholeTurn,
} from '../support/story.js'
import type { CorpusLog } from './corpus-log.js'
import {
  begun,
  completed,
  interruptedNote,
  left,
  pod,
  row,
  sealedLog,
  session,
  text,
  told,
  use,
} from './told-log.js'
import { interrupted } from './two-turns.js'

/** Good logs in which turns, Pods, clocks and calls went ways that broke other programs. */
export const turnLogs = (): ReadonlyArray<CorpusLog> => [
  ...resets(),
  ...podsAndClocks(),
  ...calls(),
  markedOnce(),
]

const somewhere = 'ab'.repeat(32) as Hash
const reset = (turn: number, seq: number): Event => resetTo(turn, { seq, hash: somewhere })
const answered = [said(1, 'One.'), ended(1)]

// Only a turn that is open and was never at rest goes back, and only to the place before its Submit.
const resets = (): ReadonlyArray<CorpusLog> => [
  told('resets-in-a-circle', [begun, answered, [reset(1, 6)], [reset(1, 8)], [reset(1, 7)]], {
    head: 5,
    row: row(9, 'Look. → One.'),
    first: ['user: Look.', 'assistant: One.', 'user: next'],
  }),
  told(
    'a-reset-into-a-turn',
    [
      begun,
      [replied(1, [text('I look.'), use('a')]), callStarted(1, 4, 1)],
      [callDone(1, 4, 1), asked(1, 2)],
      [stopAsked(1), reset(1, 4)],
    ],
    {
      head: 6,
      row: row(10, 'Look. → I look.'),
      first: [
        'user: Look.',
        'assistant: I look.',
        'assistant: Read a',
        'user: a one\ntwo',
        interrupted,
        'user: next',
      ],
    },
  ),
]

const podsAndClocks = (): ReadonlyArray<CorpusLog> => [
  told(
    'pods-that-came-and-went',
    [begun, answered, [left], ...[1, 2, 3, 4, 5].flatMap(() => [[attached('pod-a')], [left]])],
    {
      head: 5,
      row: row(17, 'Look. → One.'),
      first: ['user: Look.', 'assistant: One.', 'user: next'],
    },
  ),
  sealedLog(
    'a-clock-that-steps-back',
    atTimes(
      [begun, '2026-03-01T10:10:00.000Z'],
      [answered, '2026-03-01T10:00:00.000Z'],
      [[submitted(2, 'And?'), asked(2)], '2026-03-01T10:00:00.000Z'],
      [[said(2, 'Two.'), ended(2)], '1970-01-01T00:00:00.000Z'],
    ),
    {
      row: row(10, 'And? → Two.'),
      first: ['user: Look.', 'assistant: One.', 'user: And?', 'assistant: Two.', 'user: next'],
    },
  ),
]

type Timed = readonly [events: ReadonlyArray<Event>, at: string]

const atTimes = (...groups: ReadonlyArray<Timed>): ReadonlyArray<SealedRecord> => {
  const sealed: SealedRecord[] = []
  for (const [events, at] of groups)
    sealed.push(...seal(sha256)(events, sealed.at(-1)?.record, at as Timestamp))
  return sealed
}

const eight = [0, 1, 2, 3, 4, 5, 6, 7]

const stoppedBy = (outcome: 'interrupted' | 'cancelled', summary: string) =>
  ({ outcome, by: 'user', summary, synthetic: outcome === 'cancelled' }) as const

const calls = (): ReadonlyArray<CorpusLog> => [
  told(
    'eight-results-that-crossed',
    [
      begun,
      [
        replied(
          1,
          eight.map((n) => use(`c${n}`)),
        ),
        ...eight.map((n) => callStarted(1, 4, n)),
      ],
      ...[5, 2, 7, 0, 6, 1, 4, 3].map((n) => [completed(n, `of ${n}`)]),
    ],
    {
      row: row(21),
      first: [
        'user: Look.',
        ...eight.map((n) => `assistant: Read c${n}`),
        ...eight.map((n) => `user: c${n} of ${n}`),
        interrupted,
        'user: next',
      ],
    },
  ),
  told(
    'cancelled-in-a-tool',
    [
      begun,
      [replied(1, [use('a'), use('b')]), callStarted(1, 4)],
      [stopAsked(1, 'cancel')],
      [
        completed(0, 'half', stoppedBy('interrupted', '[Interrupted by user]')),
        completed(1, 'Nothing was done.', stoppedBy('cancelled', '[Cancelled]')),
        cancelled(1, 'user'),
      ],
    ],
    {
      row: row(10),
      first: [
        'user: Look.',
        'assistant: Read a',
        'assistant: Read b',
        'user: a half',
        'user: b Nothing was done.',
        'user: next',
      ],
    },
  ),
]

// What is said of an interruption stands where it was, however many turns follow.
const markedOnce = (): CorpusLog =>
  told(
    'an-interruption-and-three-turns',
    [
      [session, pod, submitted(1, 'Look.'), asked(1)],
      [stopAsked(1), paused(1)],
      [cancelled(1, 'run'), interruptedNote(2), submitted(2, 'Two?'), asked(2)],
      [said(2, 'Two.'), ended(2)],
      ...wholeTurn(3, 'Three?', 'Three.'),
      ...wholeTurn(4, 'Four?', 'Four.'),
    ],
    {
      row: row(20, 'Four? → Four.'),
      first: [
        'user: Look.',
        interrupted,
        'user: Two?',
        'assistant: Two.',
        'user: Three?',
        'assistant: Three.',
        'user: Four?',
        'assistant: Four.',
        'user: next',
      ],
    },
  )
