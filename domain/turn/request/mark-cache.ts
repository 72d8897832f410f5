import type { CacheMark, RequestBlock, RequestMessage } from '../request-body.js'

/** Ends a prefix that the provider may keep; four of these are allowed in a request. */
export const cacheMark: CacheMark = { cache_control: { type: 'ephemeral' } }

/**
 * Marks the last block of the last two user messages: the end of what is new, and the end of what
 * the request before it had marked. The blocks of a user message are never empty or thinking.
 */
export const markCache = (
  messages: ReadonlyArray<RequestMessage>,
): ReadonlyArray<RequestMessage> => {
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const marked = new Set(users.slice(-2))
  return messages.map((message, index) => (marked.has(index) ? markLast(message) : message))
}

const markLast = (message: RequestMessage): RequestMessage => ({
  ...message,
  content: [...message.content.slice(0, -1), ...message.content.slice(-1).map(withMark)],
})

const withMark = (block: RequestBlock): RequestBlock => ({ ...block, ...cacheMark })
