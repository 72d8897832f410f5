import test from 'ava'
import * as fc from 'fast-check'
import { refuse } from '../../../../adapters/model/offline/strict.js'
import type { Item } from '../../../../domain/turn/item.js'
import { buildRequest, requestBytes } from '../../../../domain/turn/request/build-request.js'
import { continueText, startText } from '../../../../domain/turn/request/lay-out.js'
import type { RequestMessage } from '../../../../domain/turn/request-body.js'
import { fcOptions } from '../../../support/rounds.js'
import { anySettings, conversation, damagedConversation } from './conversations.js'

test('no history, however damaged, yields a refused request', (t) => {
  fc.assert(
    fc.property(damagedConversation, anySettings, (items, settings) => {
      const { body } = buildRequest(items, settings)
      const refusal = refuse(JSON.parse(requestBytes(body)))
      if (refusal !== undefined) throw new Error(`${refusal.message}\n${requestBytes(body)}`)
    }),
    fcOptions(20),
  )
  t.pass()
})

test('building twice gives equal bytes', (t) => {
  fc.assert(
    fc.property(damagedConversation, anySettings, (items, settings) => {
      const once = requestBytes(buildRequest(items, settings).body)
      const stored: ReadonlyArray<Item> = JSON.parse(JSON.stringify(items))
      return once === requestBytes(buildRequest(stored, settings).body)
    }),
    fcOptions(5),
  )
  t.pass()
})

test('a longer conversation repeats the messages of a shorter one up to what is new', (t) => {
  fc.assert(
    fc.property(conversation, anySettings, fc.nat(), (items, settings, cut) => {
      const until = requestPoint(items, cut % (items.length + 1))
      const short = unmarked(buildRequest(items.slice(0, until), settings).body.messages)
      const long = unmarked(buildRequest(items, settings).body.messages)
      const settled = short.findLastIndex(({ role }) => role === 'assistant') + 1
      t.deepEqual(long.slice(0, settled), short.slice(0, settled))
      const asked = short[settled]?.content ?? []
      if (!isFiller(asked)) t.deepEqual(long[settled]?.content.slice(0, asked.length), asked)
    }),
    fcOptions(10),
  )
})

// No request leaves while results are missing, so the shorter conversation ends before a result
// only if it ends before the reply that made the call.
const requestPoint = (items: ReadonlyArray<Item>, cut: number): number => {
  const answers = items.slice(cut).findIndex((item) => !isAnswer(item))
  return answers < 0 ? items.length : cut + answers
}

const isAnswer = (item: Item): boolean => item.content.some(({ type }) => type === 'tool_result')

const isFiller = (content: RequestMessage['content']): boolean =>
  content.some((block) => block.type === 'text' && [startText, continueText].includes(block.text))

const unmarked = (messages: ReadonlyArray<RequestMessage>): ReadonlyArray<RequestMessage> =>
  messages.map(({ role, content }) => ({
    role,
    content: content.map(({ cache_control: _mark, ...block }) => block as (typeof content)[number]),
  }))
