import type { Event } from '../../domain/event/event.js'
import {
  asked,
  attached,
  callDone,
  callStarted,
  cancelled,
  ended,
  paused,
  replied,
  resumed,
  said,
  someSession,
  someTurn,
  started,
  stopAsked,
  submitted,
  wholeTurn,
} from '../support/story.js'
import type { CorpusLog } from './corpus-log.js'
import {
  begun,
  completed,
  configured,
  interruptedNote,
  left,
  pod,
  row,
  session,
  told,
  unknown,
  use,
} from './told-log.js'
import { interrupted, noted } from './two-turns.js'

/** Good logs that are hard to take up or to list: of several Pods, of stops, of odd beginnings. */
export const restoredLogs = (): ReadonlyArray<CorpusLog> => [
  ...ofSeveralPods(),
  ...ofStops(),
  ...summaries(),
  ...oddBeginnings(),
]

const oneTurn = [begun, [said(1, 'A file.'), ended(1)]]

const ofSeveralPods = (): ReadonlyArray<CorpusLog> => [
  told(
    'taken-up-by-three-pods',
    [
      ...oneTurn,
      [left],
      [attached('pod-b'), submitted(2, 'And?'), asked(2)],
      [attached('pod-c'), paused(2, 'crash'), resumed(2), asked(2)],
      [said(2, 'Well.'), ended(2)],
    ],
    {
      row: row(16, 'And? → Well.'),
      first: ['user: Look.', 'assistant: A file.', 'user: And?', 'assistant: Well.', 'user: next'],
    },
  ),
  told(
    'crashed-in-the-second-request',
    [begun, [replied(1, [use('a')]), callStarted(1, 4)], [callDone(1, 4), asked(1, 2)]],
    {
      head: 6,
      row: row(8),
      first: ['user: Look.', 'assistant: Read a', 'user: a one\ntwo', interrupted, 'user: next'],
    },
  ),
]

const byUser = '[Interrupted by user]'
const overIt: ReadonlyArray<Event> = [
  completed(1, byUser, { outcome: 'cancelled', synthetic: true, by: 'run' }),
  cancelled(1, 'run'),
  interruptedNote(1),
  submitted(2, 'Something else.'),
  asked(2),
]

const ofStops = (): ReadonlyArray<CorpusLog> => [
  told(
    'killed-in-a-run-over-a-paused-turn',
    [
      begun,
      [replied(1, [use('a'), use('b')]), callStarted(1, 4)],
      [stopAsked(1)],
      [completed(0, 'half of it', { outcome: 'interrupted' }), paused(1)],
      overIt,
    ],
    {
      head: 12,
      row: row(14, 'Something else.'),
      first: [
        'user: Look.',
        'assistant: Read a',
        'assistant: Read b',
        'user: a half of it',
        `user: b ${byUser}`,
        interrupted,
        'user: Something else.',
        interrupted,
        'user: next',
      ],
    },
  ),
  told(
    'a-log-that-could-not-be-written-for-a-while',
    [
      begun,
      [replied(1, [use('a')]), callStarted(1, 4)],
      [completed(0, unknown, { outcome: 'unknown', synthetic: true }), paused(1, 'storage')],
      [resumed(1), asked(1, 2)],
      [said(1, 'Done.', 2), ended(1)],
    ],
    {
      row: row(12, 'Look. → Done.'),
      first: [
        'user: Look.',
        'assistant: Read a',
        `user: a ${unknown}`,
        'assistant: Done.',
        'user: next',
      ],
    },
  ),
]

const summaries = (): ReadonlyArray<CorpusLog> => [
  told(
    'five-inputs-and-a-summary-of-four',
    [
      [session, pod],
      ...[1, 2, 3, 4].flatMap((turn) => wholeTurn(turn, `Question ${turn}`, `Answer ${turn}`)),
      [submitted(5, 'Question 5'), asked(5)],
      [
        {
          type: 'ConversationCompacted',
          data: { turn: someTurn(5), summary: 'Four answers.', kept_from: 18 as never },
        },
      ],
      [said(5, 'Answer 5'), ended(5)],
    ],
    {
      row: row(23, 'Question 5 → Answer 5'),
      first: [
        noted('[Summary of the conversation so far]\nFour answers.'),
        'user: Question 5',
        'assistant: Answer 5',
        'user: next',
      ],
    },
  ),
]

// 3,900 bytes, in names of at most 255.
const deep = `${`/${'漢'.repeat(80)}`.repeat(16)}/${'d'.repeat(43)}`

const notes = { kind: 'file_ref', path: 'notes.md', content: 'Buy milk.\n' } as const

const oddBeginnings = (): ReadonlyArray<CorpusLog> => [
  told(
    'words-like-commands',
    [
      [session, pod, submitted(1, '/etc/hosts を見て'), asked(1)],
      [said(1, 'One host.'), ended(1)],
      ...wholeTurn(2, '?なぜ', '!だから'),
    ],
    {
      row: row(10, '?なぜ → !だから'),
      first: [
        'user: /etc/hosts を見て',
        'assistant: One host.',
        'user: ?なぜ',
        'assistant: !だから',
        'user: next',
      ],
    },
  ),
  told(
    'a-file-and-no-words',
    [
      [session, pod, submitted(1, [notes]), asked(1)],
      [said(1, 'Milk.'), ended(1)],
    ],
    {
      row: row(6, '@notes.md → Milk.'),
      first: [
        'user: @notes.md',
        'user: Content of notes.md:\nBuy milk.\n',
        'assistant: Milk.',
        'user: next',
      ],
    },
  ),
  told(
    'a-change-of-settings-first',
    [
      [session, pod, configured],
      [submitted(1, 'Look.'), asked(1)],
      [said(1, 'A file.'), ended(1)],
    ],
    {
      row: row(7, 'Look. → A file.'),
      first: ['user: Look.', 'assistant: A file.', 'user: next'],
    },
  ),
  told('a-deep-folder', [[started(someSession(1), deep), ...begun.slice(1)], ...oneTurn.slice(1)], {
    row: { ...row(6, 'Look. → A file.'), cwd: deep },
    first: ['user: Look.', 'assistant: A file.', 'user: next'],
  }),
]
