import type { LogRecord } from '../../domain/log/record.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { requestOf } from '../../domain/session/request.js'
import type { RequestBlock, RequestBody } from '../../domain/turn/request-body.js'
import { ask, crash, newMachine } from './machine.js'

/** The request that follows when a Pod takes up this log and is given one more input, `next`. */
export const firstRequest = (records: ReadonlyArray<LogRecord>): RequestBody => {
  const restored = crash({
    ...newMachine,
    records,
    held: { state: evolveAll(records), prelude: [] },
  })
  const next = { kind: 'text', content: 'next' } as const
  const asked = ask(restored, { method: 'run', segments: [next], by: 'host' })
  const body = requestOf(asked.held.state)
  if (body === undefined) throw new Error('no session has begun')
  return body
}

/** A request's messages, a line for each block. */
export const linesOf = ({ messages }: RequestBody): ReadonlyArray<string> =>
  messages.flatMap(({ role, content }) => content.map((block) => `${role}: ${wordsOf(block)}`))

const wordsOf = (block: RequestBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return `(${block.thinking})`
    case 'redacted_thinking':
      return `(${block.data})`
    case 'tool_use':
      return `${block.name} ${block.id}`
    case 'tool_result':
      return `${block.tool_use_id} ${block.content}`
  }
}
