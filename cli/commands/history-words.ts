import type { History } from '../../domain/protocol/notification.js'
import type { Item, ItemBlock } from '../../domain/turn/item.js'

/** A page of history as text, one paragraph an item. */
export const historyWords = ({ from, total, items }: History): string =>
  total === 0
    ? 'Nothing has happened in this session yet.'
    : [
        `Records from #${from} on, ${total} in all.`,
        ...(items.length === 0 ? [nothingSaid] : items.map(itemWords)),
      ].join('\n\n')

const nothingSaid = 'Nothing of the conversation is among them: ask for more records.'

const itemWords = (item: Item): string =>
  [`#${item.seq} ${whose(item)}`, ...item.content.map(blockWords)].join('\n')

// The model is told results in the name of the user, who has not said them.
const whose = ({ role, content }: Item): string =>
  content.some(({ type }) => type === 'tool_result') ? 'tool' : role

const blockWords = (block: ItemBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'thinking':
      return `(thinking) ${block.thinking}`
    case 'redacted_thinking':
      return '(thinking that only the provider can read)'
    case 'tool_use':
      return `${block.name} ${JSON.stringify(block.input)}`
    case 'tool_result':
      return `${block.outcome}: ${block.summary}`
  }
}
