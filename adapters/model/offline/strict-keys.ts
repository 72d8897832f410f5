import { firstBad, type Rule } from './refusal.js'
import { type Block, messagesOf, type RequestShape, systemOf } from './request-shape.js'

/** Keys that the API does not know are refused, on the request, its messages, tools and blocks. */
export const keyRule: Rule<RequestShape> = (request) =>
  firstBad([
    extra('', request, requestKeys),
    ...(request.tools ?? []).map((tool, i) => extra(`tools.${i}.`, tool, toolKeys)),
    ...systemOf(request).map((block, i) => extra(`system.${i}.`, block, blockKeys.text)),
    ...request.messages.map((message, i) => extra(`messages.${i}.`, message, messageKeys)),
    ...messagesOf(request).flatMap(({ content }, i) =>
      content.map((block, j) => extraOfBlock(`messages.${i}.content.${j}.`, block)),
    ),
  ])

const requestKeys = [
  ...['model', 'max_tokens', 'system', 'tools', 'messages', 'thinking', 'output_config', 'stream'],
  ...['cache_control', 'container', 'context_management', 'inference_geo', 'metadata'],
  ...['service_tier', 'stop_sequences', 'temperature', 'tool_choice', 'top_k', 'top_p', 'speed'],
]
const toolKeys = ['name', 'description', 'input_schema', 'type', 'cache_control', 'strict']
const messageKeys = ['role', 'content']
const blockKeys: Readonly<Record<Block['type'], ReadonlyArray<string>>> = {
  text: ['type', 'text', 'cache_control', 'citations'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
  tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
}

const extraOfBlock = (path: string, block: Block): string | undefined =>
  extra(`${path}${block.type}.`, block, blockKeys[block.type])

const extra = (path: string, value: object, known: ReadonlyArray<string>): string | undefined => {
  const key = Object.keys(value).find((name) => !known.includes(name))
  return key === undefined ? undefined : `${path}${key}: Extra inputs are not permitted`
}
