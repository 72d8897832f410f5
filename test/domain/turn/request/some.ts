import { type CallId, callId, type TurnId } from '../../../../domain/ids.js'
import type { Item, ItemBlock } from '../../../../domain/turn/item.js'
import { buildRequest } from '../../../../domain/turn/request/build-request.js'
import type {
  RequestBlock,
  RequestMessage,
  RequestSettings,
} from '../../../../domain/turn/request-body.js'

type Result = Extract<ItemBlock, { readonly type: 'tool_result' }>

const turn = '00000000-0000-7000-8000-000000000001' as TurnId

export const item = (
  role: Item['role'],
  seq: number,
  ...content: ReadonlyArray<ItemBlock>
): Item => ({
  role,
  content,
  turn,
  seq,
})

export const text = (words: string): ItemBlock => ({ type: 'text', text: words })

export const user = (seq: number, words: string): Item => item('user', seq, text(words))

export const reply = (seq: number, words: string): Item => item('assistant', seq, text(words))

export const note = (seq: number, words: string): Item => item('system', seq, text(words))

/** A call as block `index` of the reply recorded at `seq`. */
export const call = (seq: number, index: number, more: object = {}): ItemBlock => ({
  type: 'tool_use',
  id: `toolu_${seq}_${index}`,
  name: 'Read',
  input: { file_path: '/a' },
  call: callId(seq, index),
  ...more,
})

export const result = (of: CallId, content: string, more: Partial<Result> = {}): ItemBlock => ({
  type: 'tool_result',
  call: of,
  outcome: 'ok',
  summary: '',
  content,
  ...more,
})

export const thinking = (words: string, signature = 'seal'): ItemBlock => ({
  type: 'thinking',
  thinking: words,
  signature,
})

export const settings = (model: Partial<RequestSettings['model']> = {}): RequestSettings => ({
  system: 'You are yoi.',
  tools: [
    { name: 'Read', description: 'Reads.', input_schema: { type: 'object', properties: {} } },
    { name: 'Bash', description: 'Runs.', input_schema: { type: 'object', properties: {} } },
  ],
  model: { ref: 'anthropic/some-model', max_tokens: 1000, system_messages: 'native', ...model },
})

/** The messages of the request for these items, without their cache marks. */
export const messagesOf = (
  items: ReadonlyArray<Item>,
  model: object = {},
): ReadonlyArray<RequestMessage> =>
  buildRequest(items, settings(model)).body.messages.map(({ role, content }) => ({
    role,
    content: content.map(({ cache_control: _mark, ...block }) => block as RequestBlock),
  }))

/** The repairs that the request for these items took, kinds that occur only. */
export const repairsOf = (items: ReadonlyArray<Item>, model: object = {}): object =>
  Object.fromEntries(
    Object.entries(buildRequest(items, settings(model)).repairs).filter(([, count]) => count > 0),
  )
