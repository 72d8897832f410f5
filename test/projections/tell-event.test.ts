import { readFileSync } from 'node:fs'
import test from 'ava'
import type { Event } from '../../domain/event/event.js'
import { tellEvent } from '../../projections/tell-event.js'
import { recordList, turnNo } from '../support/record-list.js'

const lines = new URL('../../../test/corpus/event-lines.jsonl', import.meta.url)

const told = (event: Event) => {
  const [record] = recordList([[event]])
  const context = { calls: new Map(), price: undefined, totals: '', withdrawn: [] }
  return tellEvent(record!, context)
}

const turn = turnNo(1)
const stop = (by: string, more: object = {}) =>
  ({ type: 'StopRequested', data: { turn, stop: 'shutdown', by, shown: [], ...more } }) as Event
const rest = (by: string): Event => ({ type: 'TurnPaused', data: { turn, by } })
const left = (by: string): Event => ({ type: 'PodDetached', data: { pod: 'p', by } })
const cancelled = (by: string): Event => ({
  type: 'TurnEnded',
  data: { turn, result: 'cancelled', by },
})
const reported = (kind: string) =>
  ({
    type: 'ChildReported',
    data: { report: turnNo(2), pod_name: 'p', kind },
  }) as unknown as Event
const closed = (data: object) =>
  ({
    type: 'ToolCallCompleted',
    data: { turn, call: '4.0', content: '', synthetic: true, ...data },
  }) as Event
const replied = (reason: string) =>
  ({
    type: 'AssistantReplied',
    data: {
      turn,
      round: 1,
      content: [],
      stop_reason: reason,
      usage: { input: 1, output: 1, cache_read: 0, cache_write: 0 },
      model: 'm',
    },
  }) as Event

test('no event that was ever written is told in codes', (t) => {
  for (const line of readFileSync(lines, 'utf8').trim().split('\n')) {
    const { what } = told(JSON.parse(line))
    t.notRegex(what, /[a-z]_[a-z]|\((host|hook|run|model|user|crash)\)/, line)
  }
})

for (const [event, who, what] of [
  [stop('host'), 'you', 'Asked to shut the Pod down'],
  [stop('hook', { reason: 'Look.' }), 'hook', 'Asked to shut the Pod down: Look.'],
  [stop('signal'), 'yoi', 'Asked to shut the Pod down: the Pod was told to end'],
  [rest('host'), 'yoi', 'The turn rests and can be resumed'],
  [rest('hook'), 'yoi', 'The turn rests and can be resumed: a hook asked for it'],
  [
    rest('starter'),
    'yoi',
    'The turn rests and can be resumed: the program that had started the Pod was gone',
  ],
  [
    rest('crash'),
    'yoi',
    'The turn was interrupted: the Pod ended in the middle of it. It rests and can be resumed',
  ],
  [left('host'), 'yoi', 'Pod p left the session'],
  [left('signal'), 'yoi', 'Pod p left the session: the Pod was told to end'],
  [cancelled('host'), 'yoi', 'The turn was cancelled'],
  [cancelled('run'), 'yoi', 'The turn was cancelled: the next message came'],
  [
    closed({ outcome: 'cancelled', by: 'run', summary: '[Interrupted by user]' }),
    'tool',
    'The tool was never run: the next message came (call 4.0)',
  ],
  [
    closed({ outcome: 'cancelled', by: 'host', summary: '[Cancelled before it started]' }),
    'tool',
    'The tool was never run: the turn was cancelled (call 4.0)',
  ],
  [
    closed({ outcome: 'failed', summary: 'failed', synthetic: false }),
    'tool',
    'The tool failed (call 4.0)',
  ],
  [replied('end_turn'), 'model', 'Replied (m)'],
  [
    replied('max_tokens'),
    'model',
    'Replied (m); it was cut off at the most tokens that it may have',
  ],
  [replied('some_thing'), 'model', 'Replied (m); it ended by some thing'],
] as const)
  test(`a replay says: ${what}`, (t) => {
    t.like(told(event), { who, what })
  })

// Names that every object of JavaScript has.
for (const name of ['constructor', 'toString'])
  test(`whoever it was, and be it ${name}, is told by name`, (t) => {
    t.like(told(stop(name)), { who: 'yoi', what: `Asked to shut the Pod down: ${name}` })
    t.is(told(rest(name)).what, `The turn rests and can be resumed: ${name}`)
    t.is(told(replied(name)).what, `Replied (m); it ended by ${name}`)
    t.is(told(reported(name)).what, `p reported ${name}`)
  })
