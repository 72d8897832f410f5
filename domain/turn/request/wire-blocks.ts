import type { CallId } from '../../ids.js'
import type { Item, ItemBlock } from '../item.js'
import type { RequestBlock } from '../request-body.js'
import { isBlank } from './is-blank.js'

/** What the model reads when a tool gave no output: the API wants no blank text. */
export const noOutputText = '(no output)'

/** The wire id of each call of a conversation. */
export const wireIdsOf = (items: ReadonlyArray<Item>): ReadonlyMap<CallId, string> =>
  new Map(
    items.flatMap((item) =>
      item.content.flatMap((block) =>
        block.type === 'tool_use' ? [[block.call, block.id] as const] : [],
      ),
    ),
  )

/** A block as it goes on the wire, keys in their fixed order and none of yoi's own fields. */
export const wireBlock =
  (ids: ReadonlyMap<CallId, string>) =>
  (block: ItemBlock): RequestBlock => {
    switch (block.type) {
      case 'text':
        return { type: 'text', text: block.text }
      case 'thinking':
        return { type: 'thinking', thinking: block.thinking, signature: block.signature }
      case 'redacted_thinking':
        return { type: 'redacted_thinking', data: block.data }
      case 'tool_use':
        return { type: 'tool_use', id: block.id, name: block.name, input: block.input }
      case 'tool_result':
        return wireResult(block, ids)
    }
  }

type Result = Extract<ItemBlock, { readonly type: 'tool_result' }>

const wireResult = (result: Result, ids: ReadonlyMap<CallId, string>): RequestBlock => ({
  type: 'tool_result',
  tool_use_id: ids.get(result.call) ?? result.call,
  content: resultText(result),
  ...(result.outcome === 'ok' ? {} : { is_error: true }),
})

// A call that did not end well may have no output; its summary then says what became of it.
const resultText = (result: Result): string => {
  if (!isBlank(result.content)) return result.content
  return result.outcome === 'ok' || isBlank(result.summary) ? noOutputText : result.summary
}
