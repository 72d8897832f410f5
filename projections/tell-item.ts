import type { CallId } from '../domain/ids.js'
import type { Item, ItemBlock } from '../domain/turn/item.js'
import { callLine } from './tell-call.js'
import { type BodyLine, bodyLine, outputLines, type Told, told, wordLines } from './told.js'

/** An item of the conversation in plain words: what the model was told, or said. */
export const tellItem = (item: Item): Told => {
  const who = item.role === 'assistant' ? 'model' : isResult(item) ? 'tool' : 'you'
  return told(item.role === 'system' ? 'yoi' : who, titles[item.role], item.content.flatMap(lines))
}

const titles: Readonly<Record<Item['role'], string>> = {
  user: 'to the model',
  assistant: 'from the model',
  system: 'a note to the model',
}

const isResult = (item: Item): boolean => item.content.some(({ type }) => type === 'tool_result')

const lines = (block: ItemBlock): ReadonlyArray<BodyLine> => {
  switch (block.type) {
    case 'text':
      return wordLines(block.text)
    case 'thinking':
      return [bodyLine('[thought]', 'faint'), ...outputLines(block.thinking)]
    case 'redacted_thinking':
      return [bodyLine('[thought, readable for the provider alone]', 'faint')]
    case 'tool_use':
      return [callLine(block), bodyLine(`  (call ${block.call})`, 'faint')]
    case 'tool_result':
      return [resultTitle(block), ...outputLines(block.content)]
  }
}

const resultTitle = (block: {
  readonly call: CallId
  readonly outcome: string
  readonly summary: string
  readonly synthetic?: boolean
}): BodyLine => {
  const closed = block.synthetic === true ? ', closed by yoi' : ''
  return bodyLine(`call ${block.call} ${block.outcome}${closed}: ${block.summary}`, 'words')
}
