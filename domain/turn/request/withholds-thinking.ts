import type { ModelSettings } from '../../settings.js'
import type { RequestBlock, RequestMessage } from '../request-body.js'

/**
 * Whether the thinking setting has to stay out of this request: with `enabled`, a reply whose calls
 * are being answered must begin with thinking, and this one's had to be left out.
 */
export const withholdsThinking = (
  messages: ReadonlyArray<RequestMessage>,
  model: ModelSettings,
): boolean => {
  const reply = messages.findLast((message) => message.role === 'assistant')
  const answers = messages.findLast((message) => message.role === 'user')?.content[0]
  if (!wantsThinkingFirst(model.thinking) || answers?.type !== 'tool_result') return false
  return !isThinkingBlock(reply?.content[0])
}

const wantsThinkingFirst = (thinking: unknown): boolean => memberOf(thinking, 'type') === 'enabled'

const isThinkingBlock = (block: RequestBlock | undefined): boolean =>
  block?.type === 'thinking' || block?.type === 'redacted_thinking'

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined
