import { toArray } from '../domain/list.js'
import type { State } from '../domain/session/state.js'
import type { Item } from '../domain/turn/item.js'
import { buildRequest } from '../domain/turn/request/build-request.js'
import type { Repairs } from './health.js'

/**
 * What the next request would have to mend in the conversation, kinds that occur only. Calls of the
 * open turn that still await their result are no damage, nor is it that the next words are not
 * there yet.
 */
export const repairsOf = (state: State): Repairs => {
  const { session, pod, conversation } = state
  const awaited = conversation.turn?.calls.filter(({ phase }) => phase !== 'done').length ?? 0
  const items = toArray(conversation.items)
  if (session === undefined || items.length === 0) return {}
  const { repairs } = buildRequest(awaited > 0 ? items : withNextWords(items), {
    system: session.system,
    model: session.model,
    tools: pod?.tools ?? [],
  })
  const mended = { ...repairs, result_missing: Math.max(0, repairs.result_missing - awaited) }
  return Object.fromEntries(Object.entries(mended).filter(([, count]) => count > 0))
}

const withNextWords = (items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  items.concat(
    items.slice(-1).map(({ turn, seq }) => ({
      role: 'user',
      content: [{ type: 'text', text: 'next' }],
      turn,
      seq: seq + 1,
    })),
  )
