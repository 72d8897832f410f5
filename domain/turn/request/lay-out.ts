import type { Item } from '../item.js'
import type { RequestBlock, RequestMessage } from '../request-body.js'
import type { Repaired } from './repairs.js'
import { wireBlock, wireIdsOf } from './wire-blocks.js'

/** Stands before a conversation that does not start with a user's words. */
export const startText = '[The conversation starts here.]'

/** Stands where a reply follows a reply, and behind one that ends the conversation. */
export const continueText = '[Continue.]'

/** What was said to the model since its last reply; a note is yoi's own voice. */
type Part = { readonly note: boolean; readonly block: RequestBlock }
type Round = { readonly said: ReadonlyArray<Part>; readonly reply?: ReadonlyArray<RequestBlock> }

/**
 * Lays paired items out as messages: user and assistant by turns, the user first and last. A
 * conversation that ends in a reply is whole, so the words put behind it are no repair. With
 * `native`, notes behind the last of a user's blocks are a system message, which the API takes only
 * there; all other notes are marked text in their place.
 */
export const layOut = (
  items: ReadonlyArray<Item>,
  notes: 'native' | 'user',
): Repaired<ReadonlyArray<RequestMessage>> => {
  const rounds = roundsOf(items)
  const messages = rounds.flatMap((round, index) => [
    ...askedMessages(round.said, index === 0, notes),
    ...(round.reply === undefined ? [] : [message('assistant', round.reply)]),
  ])
  const filled = rounds.filter(({ said, reply }) => said.length === 0 && reply !== undefined)
  return { value: messages, repairs: filled.map(() => 'turn_filled' as const) }
}

// A hot fold: the lists are local and grow in place. The last round is the one to be answered.
const roundsOf = (items: ReadonlyArray<Item>): ReadonlyArray<Round> => {
  const toWire = wireBlock(wireIdsOf(items))
  const rounds: Array<Round> = []
  const said: Array<Part> = []
  for (const item of items) {
    const note = item.role === 'system'
    if (item.role === 'assistant')
      rounds.push({ said: said.splice(0), reply: item.content.map(toWire) })
    else for (const block of item.content) said.push({ note, block: toWire(block) })
  }
  return [...rounds, { said }]
}

const askedMessages = (
  said: ReadonlyArray<Part>,
  first: boolean,
  notes: 'native' | 'user',
): ReadonlyArray<RequestMessage> => {
  if (said.length === 0) return [message('user', [text(first ? startText : continueText)])]
  const ends = said.findLastIndex((part) => !part.note) + 1
  const own = notes === 'native' && ends > 0 ? ends : said.length
  const system = said.slice(own).map(({ block }) => block)
  return [
    message('user', said.slice(0, own).map(framed)),
    ...(system.length === 0 ? [] : [message('system', system)]),
  ]
}

const message = (
  role: RequestMessage['role'],
  content: ReadonlyArray<RequestBlock>,
): RequestMessage => ({ role, content })

const text = (words: string): RequestBlock => ({ type: 'text', text: words })

const framed = ({ note, block }: Part): RequestBlock =>
  note && block.type === 'text'
    ? text(`<system_note>\n${unframed(block.text)}\n</system_note>`)
    : block

// A note's own words cannot end its frame.
const unframed = (words: string): string => words.replaceAll('</system_note', '<\\/system_note')
