import test from 'ava'
import fc from 'fast-check'
import { lineWidth } from '../../../../cli/tui/frame.js'
import type { Detail, TuiState } from '../../../../cli/tui/state.js'
import { documentOf } from '../../../../cli/tui/transcript/document.js'
import type { Event } from '../../../../domain/event/event.js'
import { callId } from '../../../../domain/ids.js'
import { anyText } from '../../../support/any-text.js'
import { ended, paused, replied, submitted } from '../../../support/events.js'
import { turnNo } from '../../../support/record-list.js'
import { fcOptions } from '../../../support/rounds.js'
import { timedRecords } from '../../../support/tool-story.js'
import { attached, play, running } from '../../../support/tui-given.js'

const details: ReadonlyArray<Detail> = ['overview', 'normal', 'detail']

const names = fc.oneof(
  fc.constantFrom('Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write', 'constructor', ''),
  anyText,
)

const anyPattern = fc.oneof(anyText, fc.constantFrom('a', 'b*', '(x', '[', 'x{2,', '日', '.?'))
const anyNumber = fc.oneof(fc.integer(), fc.constantFrom(-1, 0, 0.5, 1e300))
const anyDiff = fc
  .array(fc.tuple(fc.constantFrom('+', '-', ' ', '@@ -1,2 +3 @@', '\\', '[', ''), anyText))
  .map((lines) => lines.map((line) => line.join('')).join('\n'))
const anyContent = fc.oneof(
  anyText,
  anyDiff,
  anyDiff.map((diff) => `Changed.\n@@ -9 +9 @@\n${diff}`),
)

const knownFields = fc.record(
  {
    command: fc.oneof(anyText, anyNumber),
    path: fc.oneof(
      anyText,
      anyText.map((text) => `/w/${text}`),
      fc.constant(null),
    ),
    offset: anyNumber,
    limit: anyNumber,
    pattern: anyPattern,
    glob: anyText,
    case_insensitive: fc.boolean(),
    content: anyContent,
    old_string: anyContent,
    new_string: anyContent,
    other: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
)

const inputs: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: knownFields },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: anyText },
)

const outcomes = fc.constantFrom(
  ...(['ok', 'failed', 'denied', 'interrupted', 'cancelled', 'unknown'] as const),
  'running' as const,
  'waiting' as const,
)

const calls = fc.record({
  name: names,
  input: inputs,
  outcome: outcomes,
  summary: fc.oneof(anyText, fc.constantFrom('new, 2 lines', '24 lines', 'exit 0 · 1.0 s', '')),
  content: anyContent,
  duration_ms: fc.integer({ min: 0, max: 1e9 }),
  cut: fc.option(fc.record({ bytes: fc.nat(), file: anyText }), { nil: undefined }),
  synthetic: fc.boolean(),
})

type Call = typeof calls extends fc.Arbitrary<infer A> ? A : never

const eventsOf = (all: ReadonlyArray<Call>): ReadonlyArray<ReadonlyArray<Event>> => {
  const asks = all.map(({ name, input }) => ({ type: 'tool_use', id: 'x', name, input }) as const)
  const perCall = all.map(({ outcome, cut, name, input: _, ...gives }, index) => {
    const call = callId(1, index)
    const place = { turn: turnNo(1), call }
    const starts: Event = { type: 'ToolCallStarted', data: { ...place, name } }
    if (outcome === 'waiting') return []
    if (outcome === 'running') return [starts]
    const data = { ...place, ...gives, outcome, ...(cut === undefined ? {} : { cut }) }
    return [starts, { type: 'ToolCallCompleted', data } as Event]
  })
  return [[submitted(1, 'x')], [replied(1, ...asks)], ...perCall, [paused(1)], [ended(1)]].filter(
    (group) => group.length > 0,
  )
}

const allFits = (state: TuiState): boolean => {
  const document = documentOf(state)
  return Array.from({ length: document.count }, (_, element) => document.linesOf(element))
    .flat()
    .every(
      (line) =>
        lineWidth(line) <= Math.max(1, state.size.width) &&
        !/[\0-\x1f\x7f-\x9f]/.test(line.map(({ text }) => text).join('')),
    )
}

const anyWidth = fc.oneof(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 300 }))

test('any call, in any state, at any width and density, is drawn within the screen', (t) => {
  fc.assert(
    fc.property(
      fc.array(calls, { minLength: 1, maxLength: 4 }),
      anyWidth,
      fc.constantFrom(...details),
      (all, width, detail) => {
        const records = timedRecords(eventsOf(all))
        const state = attached({ records, status: running })
        t.true(allFits({ ...state, detail, size: { width, height: 24 } }))
      },
    ),
    fcOptions(2),
  )
})

test('whatever streams of a call is drawn within the screen', (t) => {
  fc.assert(
    fc.property(
      names,
      anyText,
      anyWidth,
      fc.constantFrom(...details),
      (name, text, width, detail) => {
        const block = { turn: turnNo(1), round: 1, block: 0 }
        const args = JSON.stringify({ path: text, command: text }).slice(0, -2)
        const { state } = play(
          attached({ records: timedRecords([[submitted(1, 'x')]]), status: running }),
          { event: 'thinking_delta', data: { ...block, text } },
          { event: 'tool_call_start', data: { ...block, block: 1, call: 'c', name } },
          { event: 'tool_args_delta', data: { call: 'c', text: args } },
          { event: 'tool_args_delta', data: { call: 'c', text } },
        )
        t.true(allFits({ ...state, detail, size: { width, height: 24 } }))
      },
    ),
    fcOptions(2),
  )
})
