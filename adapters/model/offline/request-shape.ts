import * as t from 'io-ts'

const Mark = t.type({ type: t.literal('ephemeral') }, 'cache_control of type ephemeral')
const marked = t.partial({ cache_control: t.union([Mark, t.null]) })

const Text = t.intersection(
  [t.type({ type: t.literal('text'), text: t.string }), marked],
  'text block',
)
const Thinking = t.type(
  { type: t.literal('thinking'), thinking: t.string, signature: t.string },
  'thinking block',
)
const Redacted = t.type(
  { type: t.literal('redacted_thinking'), data: t.string },
  'redacted_thinking block',
)
const ToolUse = t.intersection(
  [
    t.type({ type: t.literal('tool_use'), id: t.string, name: t.string, input: t.UnknownRecord }),
    marked,
  ],
  'tool_use block',
)
const ToolResult = t.intersection(
  [
    t.type({ type: t.literal('tool_result'), tool_use_id: t.string }),
    t.partial({
      content: t.union([t.string, t.readonlyArray(Text)], 'string or text blocks'),
      is_error: t.boolean,
    }),
    marked,
  ],
  'tool_result block',
)

const Block = t.union([Text, Thinking, Redacted, ToolUse, ToolResult], 'content block')
export type Block = Readonly<t.TypeOf<typeof Block>>

const Message = t.type(
  {
    role: t.keyof({ user: null, assistant: null, system: null }, 'user, assistant or system'),
    content: t.union([t.string, t.readonlyArray(Block)], 'string or content blocks'),
  },
  'message',
)
const Tool = t.intersection(
  [
    t.type({
      name: t.string,
      input_schema: t.intersection([t.type({ type: t.literal('object') }), t.UnknownRecord]),
    }),
    t.partial({ description: t.string, type: t.literal('custom') }),
    marked,
  ],
  'tool',
)
export type Tool = Readonly<t.TypeOf<typeof Tool>>

const display = t.partial({
  display: t.union([t.literal('summarized'), t.literal('omitted'), t.null]),
})
const ThinkingSetting = t.union(
  [
    t.intersection([t.type({ type: t.literal('enabled'), budget_tokens: t.Int }), display]),
    t.intersection([t.type({ type: t.literal('adaptive') }), display]),
    t.type({ type: t.literal('between_tools') }),
    t.type({ type: t.literal('disabled') }),
  ],
  'thinking setting',
)

/** A request of the Messages API as far as types go; the rules beyond them are in `refuse`. */
export const RequestShape = t.intersection(
  [
    t.type({
      model: t.string,
      max_tokens: t.Int,
      messages: t.readonlyArray(Message),
      stream: t.literal(true),
    }),
    t.partial({
      system: t.union([t.string, t.readonlyArray(Text)], 'string or text blocks'),
      tools: t.readonlyArray(Tool),
      thinking: ThinkingSetting,
      output_config: t.partial({
        effort: t.keyof({ low: null, medium: null, high: null, xhigh: null, max: null }, 'effort'),
      }),
    }),
  ],
  'request',
)
export type RequestShape = Readonly<t.TypeOf<typeof RequestShape>>

/** A message whose content is a list of blocks, as a plain string stands for one text block. */
export type ChatMessage = {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: ReadonlyArray<Block>
}

/** The messages of a request, plain strings as text blocks. */
export const messagesOf = (request: RequestShape): ReadonlyArray<ChatMessage> =>
  request.messages.map(({ role, content }) => ({ role, content: blocksOf(content) }))

/** The system prompt of a request as text blocks. */
export const systemOf = (request: RequestShape): ReadonlyArray<Block> =>
  request.system === undefined ? [] : blocksOf(request.system)

const blocksOf = (content: string | ReadonlyArray<Block>): ReadonlyArray<Block> =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content
