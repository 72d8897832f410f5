import { newest, toArray } from '../domain/list.js'
import type { State } from '../domain/session/state.js'
import { buildRequest } from '../domain/turn/request/build-request.js'
import type { Item } from '../domain/turn/item.js'
import type { Repairs } from './health.js'

/**
 * What the next request would have to mend in the conversation, kinds that occur only. Calls of the
 * open turn that still await their result are no damage.
 */
export const repairsOf = (state: State): Repairs => {
  if (state.session === undefined) return {}
  const { system, model } = state.session
  const tools = state.pod?.tools ?? []
  const items = [...toArray(state.conversation.items), ...nextInput(state)]
  const { repairs } = buildRequest(items, { system, model, tools })
  const awaited = state.conversation.turn?.calls.filter(({ phase }) => phase !== 'done').length ?? 0
  const mended = { ...repairs, result_missing: Math.max(0, repairs.result_missing - awaited) }
  return Object.fromEntries(Object.entries(mended).filter(([, count]) => count > 0))
}

// A conversation at rest is asked on only by a next input; that it ends with a reply is no damage.
const nextInput = ({ conversation }: State): ReadonlyArray<Item> => {
  const last = newest(conversation.items)
  if (conversation.turn !== undefined || last === undefined) return []
  return [{ ...last, role: 'user', content: [{ type: 'text', text: 'next' }] }]
}
