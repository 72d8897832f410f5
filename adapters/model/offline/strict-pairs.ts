import { badRequest, firstBad, type Rule } from './refusal.js'
import { type ChatMessage, messagesOf, type RequestShape } from './request-shape.js'

/** Each call is answered once, at the start of the very next message; nothing else is answered. */
export const pairRules: ReadonlyArray<Rule<RequestShape>> = [
  (request) => idRule(messagesOf(request)),
  (request) => firstBad(joined(messagesOf(request)).map(pairProblem)),
]

const idRule: Rule<ReadonlyArray<ChatMessage>> = (messages) => {
  const uses = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_use' ? [block] : [])),
  )
  const odd = uses.find(({ id, name }) => !isName(id) || !isName(name))
  if (odd !== undefined) {
    return badRequest("messages: tool_use id and name should match '^[a-zA-Z0-9_-]{1,64}$'")
  }
  const ids = uses.map(({ id }) => id)
  return new Set(ids).size === ids.length
    ? undefined
    : badRequest('messages: `tool_use` ids must be unique')
}

const isName = (text: string): boolean => /^[a-zA-Z0-9_-]{1,64}$/.test(text)

// The API reads neighbours of one role as one message.
const joined = (messages: ReadonlyArray<ChatMessage>): ReadonlyArray<ChatMessage> => {
  const groups: Array<ChatMessage> = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (last?.role !== message.role) groups.push(message)
    else groups.splice(-1, 1, { ...last, content: [...last.content, ...message.content] })
  }
  return groups
}

const pairProblem = (
  message: ChatMessage,
  index: number,
  messages: ReadonlyArray<ChatMessage>,
): string | undefined => {
  const next = messages[index + 1]
  const open = usesOf(message).find((id) => next === undefined || !resultsOf(next).includes(id))
  if (open !== undefined) {
    const gap = '`tool_use` ids were found without `tool_result` blocks immediately after'
    return `messages.${index}: ${gap}: ${open}`
  }
  return resultProblem(message, index, messages[index - 1])
}

const resultProblem = (
  message: ChatMessage,
  index: number,
  before: ChatMessage | undefined,
): string | undefined => {
  const results = resultsOf(message)
  const calls = before === undefined ? [] : usesOf(before)
  const orphan = results.find((id) => !calls.includes(id))
  if (orphan !== undefined) {
    const stray = 'unexpected `tool_use_id` found in `tool_result` blocks'
    return `messages.${index}: ${stray}: ${orphan}`
  }
  if (new Set(results).size < results.length) {
    return `messages.${index}: each tool_use must have a single result`
  }
  const first = message.content.slice(0, results.length)
  return first.every(({ type }) => type === 'tool_result')
    ? undefined
    : `messages.${index}: \`tool_result\` blocks must come before other content`
}

const usesOf = ({ content }: ChatMessage): ReadonlyArray<string> =>
  content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))

const resultsOf = ({ content }: ChatMessage): ReadonlyArray<string> =>
  content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
