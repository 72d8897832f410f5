import { badRequest, firstBad, type Rule } from './refusal.js'
import { type Block, type ChatMessage, messagesOf, type RequestShape } from './request-shape.js'

/** Who may speak where, and what each may say. */
export const messageRules: ReadonlyArray<Rule<RequestShape>> = [
  (request) => endsRule(messagesOf(request)),
  (request) => firstBad(messagesOf(request).map(roleProblem)),
  (request) => firstBad(messagesOf(request).map(systemProblem)),
]

const endsRule: Rule<ReadonlyArray<ChatMessage>> = (messages) => {
  if (messages.length === 0) return badRequest('messages: at least one message is required')
  if (messages[0]?.role !== 'user') {
    return badRequest('messages: first message must use the "user" role')
  }
  if (messages.at(-1)?.role !== 'assistant') return undefined
  return badRequest(
    'This model does not support assistant message prefill. ' +
      'The conversation must end with a user message.',
  )
}

const roleProblem = ({ role, content }: ChatMessage, index: number): string | undefined => {
  if (content.length === 0) return `messages.${index}: all messages must have non-empty content`
  const odd = content.findIndex(({ type }) => !said[role].includes(type))
  const type = content[odd]?.type
  return type === undefined
    ? undefined
    : `messages.${index}.content.${odd}: \`${type}\` blocks cannot be in ${role} messages`
}

const said: Readonly<Record<ChatMessage['role'], ReadonlyArray<Block['type']>>> = {
  user: ['text', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
  system: ['text'],
}

const systemProblem = (
  message: ChatMessage,
  index: number,
  messages: ReadonlyArray<ChatMessage>,
): string | undefined => {
  if (message.role !== 'system') return undefined
  const before = messages[index - 1]?.role
  const after = messages[index + 1]?.role ?? 'assistant'
  return before === 'user' && after === 'assistant'
    ? undefined
    : `messages.${index}: a system message must follow a user message and ` +
        'precede an assistant message or end the conversation'
}
