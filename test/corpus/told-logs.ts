import type { Event } from '../../domain/event/event.js'
import { callId } from '../../domain/ids.js'
import {
  asked,
  callDone,
  callStarted,
  ended,
  paused,
  replied,
  resumed,
  said,
  someInput,
  someSession,
  someTurn,
  stopAsked,
  submitted,
  wholeTurn,
} from '../support/story.js'
import type { CorpusLog } from './corpus-log.js'
import { begun, completed, pod, row, session, text, told, unknown, use } from './told-log.js'
import { interrupted } from './two-turns.js'

/** Good logs whose conversation is in some way hard to go on with. */
export const toldLogs = (): ReadonlyArray<CorpusLog> => [
  ...openTurns(),
  ...callsAndResults(),
  ...strangeWords(),
  ...besideTurns(),
  ...forks(),
]

const escapes = '\x1b]0;title\x07/etc/hosts を見て\r\n\u202e\u2028x'
const long = 'とても長い入力'.repeat(1000)

const openTurns = (): ReadonlyArray<CorpusLog> => [
  told('crashed-before-a-reply', [begun], {
    head: 2,
    row: row(4),
    first: ['user: Look.', interrupted, 'user: next'],
  }),
  told('crashed-in-a-tool', [begun, [replied(1, [use('a'), use('b')]), callStarted(1, 4)]], {
    row: row(6),
    first: [
      'user: Look.',
      'assistant: Read a',
      'assistant: Read b',
      `user: a ${unknown}`,
      'user: b [Interrupted by user]',
      interrupted,
      'user: next',
    ],
  }),
  told(
    'crashed-between-two-results',
    [
      begun,
      [replied(1, [use('a'), use('b')]), callStarted(1, 4), callStarted(1, 4, 1)],
      [callDone(1, 4, 1)],
    ],
    {
      row: row(8),
      first: [
        'user: Look.',
        'assistant: Read a',
        'assistant: Read b',
        `user: a ${unknown}`,
        'user: b one\ntwo',
        interrupted,
        'user: next',
      ],
    },
  ),
  told('paused', [begun, [replied(1, [text('I look.'), use('a')])], [stopAsked(1), paused(1)]], {
    row: row(7, 'Look. → I look.'),
    first: [
      'user: Look.',
      'assistant: I look.',
      'assistant: Read a',
      'user: a [Interrupted by user]',
      interrupted,
      'user: next',
    ],
  }),
  told(
    'paused-five-times',
    [
      begun,
      ...[1, 2, 3, 4, 5].flatMap((round) => [
        [stopAsked(1), paused(1)],
        [resumed(1), asked(1, round)],
      ]),
    ],
    {
      head: 22,
      row: row(24),
      first: ['user: Look.', interrupted, 'user: next'],
    },
  ),
]

const callsAndResults = (): ReadonlyArray<CorpusLog> => [
  told(
    'a-call-without-a-result-in-the-middle',
    [begun, [replied(1, [use('a')]), ended(1)], ...wholeTurn(2, 'And?', 'Well.')],
    {
      row: row(10, 'And? → Well.'),
      repairs: { result_missing: 1 },
      first: [
        'user: Look.',
        'assistant: Read a',
        'user: a [No result was recorded]',
        'user: And?',
        'assistant: Well.',
        'user: next',
      ],
    },
  ),
  told(
    'two-results-of-one-call',
    [
      begun,
      [replied(1, [use('a')]), callStarted(1, 4)],
      [callDone(1, 4), asked(1, 2)],
      [completed(0, 'again', { summary: '2 lines' })],
      [said(1, 'Done.', 2), ended(1)],
    ],
    {
      row: row(11, 'Look. → Done.'),
      first: [
        'user: Look.',
        'assistant: Read a',
        'user: a one\ntwo',
        'assistant: Done.',
        'user: next',
      ],
    },
  ),
  told(
    'results-out-of-order',
    [
      begun,
      [replied(1, [use('a'), use('b'), use('c')]), ...[0, 1, 2].map((n) => callStarted(1, 4, n))],
      ...[2, 0, 1].map((n) => [result(n, `of ${n}`)]),
      [asked(1, 2)],
      [said(1, 'Done.', 2), ended(1)],
    ],
    {
      row: row(14, 'Look. → Done.'),
      first: [
        'user: Look.',
        'assistant: Read a',
        'assistant: Read b',
        'assistant: Read c',
        'user: a of 0',
        'user: b of 1',
        'user: c of 2',
        'assistant: Done.',
        'user: next',
      ],
    },
  ),
  told(
    'a-result-of-no-call',
    [
      begun,
      [replied(1, [use('a')]), callStarted(1, 4)],
      [result(7, 'of nothing'), result(0, ''), asked(1, 2)],
      [said(1, 'Done.', 2), ended(1)],
    ],
    {
      row: row(11, 'Look. → Done.'),
      first: [
        'user: Look.',
        'assistant: Read a',
        'user: a (no output)',
        'assistant: Done.',
        'user: next',
      ],
    },
  ),
]

const result = (index: number, content: string): Event =>
  completed(index, content, { summary: 'x' })

const strangeWords = (): ReadonlyArray<CorpusLog> => [
  told(
    'blank-words',
    [
      [session, pod, submitted(1, ' \n\t'), asked(1)],
      [replied(1, [text('\u3000'), text('\u200b')]), ended(1)],
      ...wholeTurn(2, 'And?', 'Well.'),
    ],
    {
      row: row(10, 'And? → Well.'),
      repairs: { text_blank: 3, message_empty: 2 },
      first: ['user: And?', 'assistant: Well.', 'user: next'],
    },
  ),
  told('an-empty-reply', [begun, [replied(1, []), ended(1)]], {
    row: row(6),
    repairs: { message_empty: 1 },
    first: ['user: Look.', 'user: next'],
  }),
  told(
    'damaged-thinking',
    [
      begun,
      [replied(1, [{ type: 'thinking', thinking: '', signature: 'c2ln' }, text('A.')]), ended(1)],
      [submitted(2, 'And?'), asked(2)],
      [replied(2, [{ type: 'thinking', thinking: ' ', signature: 'c2ln' }, text('B.')]), ended(2)],
    ],
    {
      row: row(10, 'And? → B.'),
      repairs: { thinking_left_out: 1 },
      first: [
        'user: Look.',
        'assistant: ()',
        'assistant: A.',
        'user: And?',
        'assistant: B.',
        'user: next',
      ],
    },
  ),
  told(
    'text-for-a-terminal',
    [
      [session, pod, submitted(1, escapes), asked(1)],
      [said(1, '👩‍👩‍👧 ok'), ended(1)],
    ],
    {
      row: row(6, '␛]0;title␇/etc/hosts を見て � x → 👩‍👩‍👧 ok'),
      first: [`user: ${escapes}`, 'assistant: 👩‍👩‍👧 ok', 'user: next'],
    },
  ),
  told(
    'a-long-first-input',
    [
      [session, pod, submitted(1, long), asked(1)],
      [said(1, 'Short.'), ended(1)],
    ],
    {
      row: row(6, `${long.slice(0, 119)}… → Short.`),
      first: [`user: ${long}`, 'assistant: Short.', 'user: next'],
    },
  ),
]

const besideTurns = (): ReadonlyArray<CorpusLog> => [
  told(
    'a-notice-first',
    [
      [
        session,
        pod,
        {
          type: 'NoticeReceived',
          data: { notice: someInput(2), message: 'Built.', auto_run: false },
        },
      ],
    ],
    { head: 0, row: row(3, '[empty]'), first: ['user: next', 'system: [Notice] Built.'] },
  ),
  told(
    'inputs-that-wait',
    [
      begun,
      ...[7, 8].map(
        (n): ReadonlyArray<Event> => [
          {
            type: 'InputQueued',
            data: {
              input: someInput(n),
              segments: [{ kind: 'text', content: `later ${n}` }],
              by: 'host',
            },
          },
        ],
      ),
      [replied(1, [use('a')]), callStarted(1, 6)],
    ],
    {
      row: row(8),
      first: ['user: Look.', 'assistant: Read a', `user: a ${unknown}`, interrupted, 'user: next'],
    },
  ),
  told(
    'turns-whose-ids-sort-backwards',
    [
      [session, pod, submitted(9, 'First.'), asked(9)],
      [said(9, 'One.'), ended(9)],
      ...wholeTurn(3, 'Second.', 'Two.'),
    ],
    {
      row: row(10, 'Second. → Two.'),
      first: ['user: First.', 'assistant: One.', 'user: Second.', 'assistant: Two.', 'user: next'],
    },
  ),
]

const forks = (): ReadonlyArray<CorpusLog> => [
  told(
    'a-fork',
    [
      [forked, pod, submitted(2, 'And?'), asked(2)],
      [said(2, 'Well.'), ended(2)],
    ],
    {
      row: row(6, 'And? → Well.'),
      first: [
        'user: Look.',
        'assistant: Read a',
        'user: a one',
        'user: And?',
        'assistant: Well.',
        'user: next',
      ],
    },
  ),
]

const forked: Event = {
  type: 'SessionStarted',
  data: {
    ...(session.data as Extract<Event, { readonly type: 'SessionStarted' }>['data']),
    forked_from: { session: someSession(2), seq: 7, hash: 'cd'.repeat(32) as never },
    conversation: [
      { kind: 'input', turn: someTurn(1), segments: [{ kind: 'text', content: 'Look.' }] },
      {
        kind: 'item',
        turn: someTurn(1),
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'Read', input: {}, call: callId(0, 0) }],
      },
      {
        kind: 'item',
        turn: someTurn(1),
        role: 'user',
        content: [
          { type: 'tool_result', call: callId(0, 0), outcome: 'ok', summary: 'x', content: 'one' },
        ],
      },
    ],
  },
}
