import test from 'ava'
import fc from 'fast-check'
import { type Line, lineWidth } from '../../../../cli/tui/frame.js'
import type { Look } from '../../../../cli/tui/text/look.js'
import { blockLines } from '../../../../cli/tui/transcript/block-lines.js'
import { blockText } from '../../../../cli/tui/transcript/block-text.js'
import type { Block } from '../../../../projections/transcript/block.js'
import { anyMarkdown } from '../../../support/any-markdown.js'
import { anyText } from '../../../support/any-text.js'
import { fcOptions } from '../../../support/rounds.js'

const states = [
  ...(['waiting', 'running', 'done', 'failed', 'denied'] as const),
  ...(['interrupted', 'cancelled', 'unknown'] as const),
]
const count = fc.oneof(fc.nat(), fc.constantFrom(999, 1000, 999_999, 1e15))
const usage = fc.record({ input: count, output: count, cache_read: count, cache_write: count })
const printed = fc
  .array(fc.oneof(anyText, fc.constantFrom('\r', '\x1b[31m', '\x1b[K', '50%', '日本語', '\n')))
  .map((parts) => parts.join(''))

const segments = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('text'), content: anyText }),
    fc.record({
      kind: fc.constant('paste'),
      id: fc.nat(),
      chars: fc.nat(),
      lines: fc.nat(),
      content: anyText,
    }),
    fc.record({ kind: fc.constant('file_ref'), path: anyText, content: anyText }),
    fc.record({ kind: anyText }),
  ),
  { maxLength: 4 },
)

const at = { seq: fc.nat(), turn: fc.constant('t') }
const mark = { kind: fc.constant('mark'), ...at }

const blocks = fc.oneof(
  fc.record({ kind: fc.constant('input'), ...at, segments, by: fc.constantFrom('host', 'pod') }),
  fc.record({ kind: fc.constant('text'), ...at, text: anyMarkdown, partial: fc.boolean() }),
  fc.record(
    {
      kind: fc.constant('thinking'),
      ...at,
      text: anyText,
      partial: fc.boolean(),
      thoughtMs: count,
    },
    { requiredKeys: ['kind', 'seq', 'turn', 'text', 'partial'] },
  ),
  fc.record({
    kind: fc.constant('tool'),
    ...at,
    name: fc.constantFrom('Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write', 'Deploy', '\x1b[2J'),
    asked: anyText,
    input: fc.oneof(
      fc.record({ command: anyText, path: anyText, content: anyText, pattern: anyText }),
      fc.jsonValue({ maxDepth: 2 }),
    ),
    state: fc.constantFrom(...states),
    summary: anyText,
    output: fc.oneof(printed, anyMarkdown),
    synthetic: fc.boolean(),
    durationMs: count,
  }),
  fc.record({ kind: fc.constant('note'), ...at, text: anyText }),
  fc.record({ kind: fc.constant('notice'), ...at, message: anyText }),
  fc.record({ kind: fc.constant('child'), ...at, pod: anyText, report: anyText, message: anyText }),
  fc.record({ kind: fc.constant('model'), ...at, model: anyText }),
  fc.record({ kind: fc.constant('fork'), ...at, session: anyText, at: fc.nat() }),
  fc.record({ ...mark, mark: fc.constantFrom('paused', 'resumed'), by: anyText }),
  fc.record({ ...mark, mark: fc.constant('taken_back'), segments }),
  fc.record({
    ...mark,
    mark: fc.constant('ended'),
    result: fc.constantFrom('finished', 'cancelled', 'limit_reached', 'errored'),
    by: fc.constantFrom('host', 'run'),
    error: anyText,
    spent: fc.record({ usage, ms: count }),
  }),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Block>

const looks: fc.Arbitrary<Look> = fc.record({
  width: fc.oneof(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 300 })),
  detail: fc.constantFrom('overview' as const, 'normal' as const, 'detail' as const),
  detailKey: fc.constantFrom('', 'Ctrl-O'),
  cwd: fc.oneof(anyText, fc.constant('/w')),
  price: fc.constant({ input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }),
})

const isSafe = (line: Line): boolean =>
  !/[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(
    line.map(({ text }) => text).join(''),
  )

test('any block of any kind fits any width in every density, safe, and can be searched', (t) => {
  fc.assert(
    fc.property(blocks, looks, (block, look) => {
      for (const line of blockLines(block, look)) {
        t.true(lineWidth(line) <= look.width)
        t.true(isSafe(line))
      }
      t.is(typeof blockText(block), 'string')
    }),
    fcOptions(5),
  )
})
