import * as fc from 'fast-check'
import { callId } from '../../../../domain/ids.js'
import type { Item, ItemBlock } from '../../../../domain/turn/item.js'
import { offlineSeal } from '../../../../domain/turn/request/offline-seal.js'
import type { RequestSettings } from '../../../../domain/turn/request-body.js'
import { call, item, result, settings, text } from './some.js'

/** Text as models, tools and people may send it, blank and broken ones among it. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\n', '\u3000', '\u200b', '\ufeff', '\u3164', '\ud83d', 'a\udc00b'),
  fc.constantFrom('\r\n', 'x\u2028y', '\0', '\x1b]52;c;eA==\x07', '</system_note>', '日本語'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

const thinkingBlock: fc.Arbitrary<ItemBlock> = fc.oneof(
  hostileText.map((words) => thought(words, offlineSeal(words))),
  hostileText.map((words) => thought(words, 'another seal')),
  fc.tuple(hostileText, hostileText).map(([words, seal]) => thought(words, seal)),
  hostileText.map((data): ItemBlock => ({ type: 'redacted_thinking', data })),
)

const thought = (thinking: string, signature: string): ItemBlock => ({
  type: 'thinking',
  thinking,
  signature,
})

const callMore = fc.record(
  {
    id: fc.oneof(hostileText, fc.constantFrom('toolu_same', 'call_3_0', 'x'.repeat(65))),
    name: fc.oneof(hostileText, fc.constant('Bash')),
    input: fc.oneof(
      fc.jsonValue(),
      fc.dictionary(hostileText, hostileText),
      fc.constant(undefined),
    ),
    input_error: fc.constant('Unexpected end'),
  },
  { requiredKeys: [] },
)

type Step = { readonly kind: 'user' | 'system' | 'reply'; readonly said: ReadonlyArray<Piece> }
type Piece =
  | { readonly kind: 'text'; readonly words: string }
  | { readonly kind: 'thinking'; readonly block: ItemBlock }
  | { readonly kind: 'call'; readonly more: object; readonly output: string; readonly rank: number }

const said = hostileText.map((words): Piece => ({ kind: 'text', words }))
const thinkingPiece = thinkingBlock.map((block): Piece => ({ kind: 'thinking', block }))
const callPiece = fc
  .tuple(callMore, hostileText, fc.nat())
  .map(([more, output, rank]): Piece => ({ kind: 'call', more, output, rank }))

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.array(said, { maxLength: 2 }).map((pieces): Step => ({ kind: 'user', said: pieces })),
  fc.array(said, { maxLength: 2 }).map((pieces): Step => ({ kind: 'system', said: pieces })),
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(said, thinkingPiece, callPiece), { maxLength: 5 })
      .map((pieces): Step => ({ kind: 'reply', said: pieces })),
  },
)

/** Conversations as a Pod records them: each call's result is behind its reply, in any order. */
export const conversation: fc.Arbitrary<ReadonlyArray<Item>> = fc
  .array(step, { maxLength: 12 })
  .map((steps) => steps.flatMap((taken, index) => itemsOf(taken, index * 10)))

const itemsOf = ({ kind, said }: Step, seq: number): ReadonlyArray<Item> => {
  const blocks = said.map((piece, index) => blockOf(piece, seq, index))
  if (kind !== 'reply') return [item(kind, seq, ...blocks)]
  const answers = said
    .flatMap((piece, index) => (piece.kind === 'call' ? [{ ...piece, index }] : []))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ output, index }, n) => item('user', seq + 1 + n, result(callId(seq, index), output)))
  return [item('assistant', seq, ...blocks), ...answers]
}

const blockOf = (piece: Piece, seq: number, index: number): ItemBlock => {
  if (piece.kind === 'text') return text(piece.words)
  return piece.kind === 'thinking' ? piece.block : call(seq, index, piece.more)
}

/** One way to damage a history; `at` and `to` are places, taken modulo its length. */
type Damage = {
  readonly kind: 'drop' | 'double' | 'swap' | 'move' | 'cut' | 'blank' | 'break' | 'role' | 'end'
  readonly at: number
  readonly to: number
}

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('drop', 'double', 'swap', 'move', 'cut', 'blank', 'break', 'role', 'end'),
  at: fc.nat(),
  to: fc.nat(),
})

/** Conversations that lost, doubled, exchanged, moved or broke some of what was recorded. */
export const damagedConversation: fc.Arbitrary<ReadonlyArray<Item>> = fc
  .tuple(conversation, fc.array(damage, { maxLength: 6 }))
  .map(([items, damages]) => damages.reduce(damaged, items))

const damaged = (items: ReadonlyArray<Item>, { kind, at, to }: Damage): ReadonlyArray<Item> => {
  const here = at % (items.length || 1)
  const there = to % (items.length || 1)
  const one = items[here]
  const other = items[there]
  if (one === undefined || other === undefined) return items
  switch (kind) {
    case 'drop':
      return items.toSpliced(here, 1)
    case 'double':
      return items.toSpliced(there, 0, one)
    case 'swap':
      return items.with(here, other).with(there, one)
    case 'move':
      return items.toSpliced(here, 1).toSpliced(there, 0, one)
    case 'cut':
      return items.with(here, { ...one, content: one.content.slice(0, to % 3) })
    case 'blank':
      return items.with(here, {
        ...one,
        content: one.content.map((block) => spoilt(block, '\u3000')),
      })
    case 'break':
      return items.with(here, {
        ...one,
        content: one.content.map((block) => spoilt(block, '\ud83d')),
      })
    case 'role':
      return items.with(here, { ...one, role: other.role })
    case 'end':
      return items.slice(0, here)
  }
}

const spoilt = (block: ItemBlock, words: string): ItemBlock => {
  switch (block.type) {
    case 'text':
      return { ...block, text: words }
    case 'thinking':
      return { ...block, thinking: words }
    case 'redacted_thinking':
      return { ...block, data: words }
    case 'tool_use':
      return { ...block, id: words, name: words, input: { [words]: words } }
    case 'tool_result':
      return { ...block, content: words, summary: words }
  }
}

/** Settings of every kind that the builder treats differently. */
export const anySettings: fc.Arbitrary<RequestSettings> = fc
  .record({
    ref: fc.constantFrom('offline', 'anthropic/some-model'),
    max_tokens: fc.constant(2000),
    system_messages: fc.constantFrom('native', 'user'),
    thinking: fc.constantFrom(
      undefined,
      { type: 'adaptive' },
      { type: 'adaptive', display: 'omitted' },
      { type: 'enabled', budget_tokens: 1024 },
      { type: 'enabled', budget_tokens: 1024, display: 'omitted' },
      { type: 'disabled' },
    ),
  })
  .map((model) => settings(model as RequestSettings['model']))
