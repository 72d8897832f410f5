import type { Event } from '../../domain/event/event.js'
import type { RecordRef } from '../../domain/ids.js'
import type { ReplyBlock } from '../../domain/reply.js'
import {
  asked,
  callDone,
  callStarted,
  ended,
  replied,
  resumed,
  said,
  someInput,
  someTurn,
  submitted,
} from '../support/story.js'
import { type CorpusLog, log } from './corpus-log.js'
import { type RawRecord, rawLine } from './raw-line.js'
import { begun, completed, pod, row, session, text, told, use } from './told-log.js'

/** Good logs with thinking, attachments and characters that providers or readers stumbled over. */
export const wordLogs = (): ReadonlyArray<CorpusLog> => [
  ...thinking(),
  lineEnds(),
  emptyAttachment(),
  loneSurrogates(),
]

const thought: ReplyBlock = { type: 'thinking', thinking: ' Hm.\u2028 ', signature: 'c2ln' }
const hidden: ReplyBlock = { type: 'redacted_thinking', data: 'b3BhcXVl' }

const refused: Event = {
  type: 'TurnEnded',
  data: {
    turn: someTurn(2),
    result: 'errored',
    error: { code: 'provider_error', message: 'The server does not take back the thinking.' },
    thinking_refused: true,
  },
}

const thinking = (): ReadonlyArray<CorpusLog> => [
  told(
    'thinking-shown-and-hidden',
    [
      begun,
      [replied(1, [thought, hidden, text('I look.'), use('a')]), callStarted(1, 4, 3)],
      [callDone(1, 4, 3), asked(1, 2)],
      [replied(1, [hidden, thought, text('Done.')], 2), ended(1)],
    ],
    {
      row: row(10, 'Look. → Done.'),
      first: [
        'user: Look.',
        'assistant: ( Hm.\u2028 )',
        'assistant: (b3BhcXVl)',
        'assistant: I look.',
        'assistant: Read a',
        'user: a one\ntwo',
        'assistant: (b3BhcXVl)',
        'assistant: ( Hm.\u2028 )',
        'assistant: Done.',
        'user: next',
      ],
    },
  ),
  // What was thought before the refusal is left out, what came after it is not.
  told(
    'thinking-that-was-refused',
    [
      begun,
      [replied(1, [thought, hidden, text('A.')]), ended(1)],
      [submitted(2, 'And?'), asked(2)],
      [refused],
      [resumed(2), asked(2)],
      [replied(2, [thought, text('B.')]), ended(2)],
    ],
    {
      row: row(13, 'And? → B.'),
      repairs: { thinking_left_out: 2 },
      first: [
        'user: Look.',
        'assistant: A.',
        'user: And?',
        'assistant: ( Hm.\u2028 )',
        'assistant: B.',
        'user: next',
      ],
    },
  ),
]

const output = 'a\u2028b\u2029c\u0085d\r\ne\u0000'

const lineEnds = (): CorpusLog =>
  told(
    'line-ends-in-an-output',
    [
      begun,
      [replied(1, [use('a')]), callStarted(1, 4)],
      [completed(0, output, { summary: '2 lines' }), asked(1, 2)],
      [said(1, 'Done.', 2), ended(1)],
    ],
    {
      row: row(10, 'Look. → Done.'),
      first: [
        'user: Look.',
        'assistant: Read a',
        `user: a ${output}`,
        'assistant: Done.',
        'user: next',
      ],
    },
  )

// A Submit of nothing but a file in which nothing is.
const emptyAttachment = (): CorpusLog =>
  told(
    'an-empty-attachment',
    [
      [session, pod, submitted(1, [attachment]), asked(1)],
      [said(1, 'It is empty.'), ended(1)],
    ],
    {
      row: row(6, '@/work/here/a.txt → It is empty.'),
      first: [
        'user: @/work/here/a.txt',
        'user: Content of /work/here/a.txt:\n',
        'assistant: It is empty.',
        'user: next',
      ],
    },
  )

const attachment = { kind: 'file_ref', path: '/work/here/a.txt', content: '' } as const

// As JSON allows them, and as a program without our care would have written them.
const loneSurrogates = (): CorpusLog => {
  const half = '\\ud83d'
  const turn = someTurn(1)
  const records: ReadonlyArray<RawRecord> = [
    { type: 'SessionStarted', data: JSON.stringify(session.data), more: 3 },
    { type: 'PodAttached', data: JSON.stringify(pod.data), more: 2 },
    {
      type: 'InputSubmitted',
      data: `{"input":"${someInput(1)}","turn":"${turn}","segments":[{"kind":"text","content":"a${half}"}],"by":"host","via":"run"}`,
      more: 1,
    },
    { type: 'RoundStarted', data: JSON.stringify(asked(1).data) },
    {
      type: 'AssistantReplied',
      data: JSON.stringify(said(1, 'b?').data).replace('b?', `b${half}`),
      more: 1,
    },
    { type: 'TurnEnded', data: JSON.stringify(ended(1).data) },
  ]
  let tip: RecordRef | undefined
  const lines = records.map((record) => {
    const line = rawLine(tip, record)
    tip = line.ref
    return line.bytes
  })
  return log('lone-surrogates', lines, {
    records: 6,
    tip: tip ?? null,
    head: tip ?? null,
    repairs: { surrogate_replaced: 2 },
    row: row(6, 'a\ufffd → b\ufffd'),
    first: ['user: a\ufffd', 'assistant: b\ufffd', 'user: next'],
  })
}
