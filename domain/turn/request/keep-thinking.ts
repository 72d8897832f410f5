import { wellFormedText } from '../../log/well-formed.js'
import type { ThinkingBlock } from '../../reply.js'
import type { ModelSettings } from '../../settings.js'
import type { Item, ItemBlock } from '../item.js'
import type { RequestSettings } from '../request-body.js'
import { isBlank } from './is-blank.js'
import { isOfflineSeal, offlineSeal } from './offline-seal.js'
import type { Pass, RepairKind } from './repairs.js'

/**
 * Keeps the thinking of a reply byte for byte or leaves all of it out: when a block of it is
 * damaged or another provider's, when thinking would be the reply's last block, or when the provider
 * has refused what was thought up to a later record.
 */
export const keepThinking =
  ({ model, thinkingFrom = 0 }: Pick<RequestSettings, 'model' | 'thinkingFrom'>): Pass =>
  (items) => {
    const damaged = new Set(
      items.filter((item) => item.seq < thinkingFrom || !isWhole(item, model)),
    )
    const lost = [...damaged].flatMap((item) => item.content.filter(isThinking))
    return {
      value: items.map((item) => (damaged.has(item) ? withoutThinking(item) : item)),
      repairs: lost.map((): RepairKind => 'thinking_left_out'),
    }
  }

const isWhole = (item: Item, model: ModelSettings): boolean => {
  const last = item.content.at(-1)
  const endsThinking = last !== undefined && isThinking(last)
  return !endsThinking && item.content.every((block) => isUsable(block, model))
}

/** The item without its thinking. */
export const withoutThinking = (item: Item): Item => ({
  ...item,
  content: item.content.filter((block) => !isThinking(block)),
})

const isThinking = (block: ItemBlock): boolean =>
  block.type === 'thinking' || block.type === 'redacted_thinking'

const isUsable = (block: ItemBlock, model: ModelSettings): boolean => {
  switch (block.type) {
    case 'text':
    case 'tool_use':
    case 'tool_result':
      return true
    case 'thinking':
      return isOwnThinking(block, model) && isWellFormed(block.thinking)
    case 'redacted_thinking':
      return model.ref !== 'offline' && isSeal(block.data)
  }
}

// No words at all are what a provider gives that shows signatures only; blanks are damage.
const isOwnThinking = ({ thinking, signature }: ThinkingBlock, model: ModelSettings): boolean => {
  if (thinking !== '' && isBlank(thinking)) return false
  if (model.ref === 'offline') return signature === offlineSeal(thinking)
  return isSeal(signature) && !isOfflineSeal(signature)
}

const isSeal = (seal: string): boolean => !isBlank(seal) && isWellFormed(seal)

const isWellFormed = (text: string): boolean => wellFormedText(text) === text
