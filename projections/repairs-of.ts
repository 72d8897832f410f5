import { newest, toArray } from '../domain/list.js'
import { settingsOf } from '../domain/session/request.js'
import type { State } from '../domain/session/state.js'
import type { Item } from '../domain/turn/item.js'
import { buildRequest } from '../domain/turn/request/build-request.js'

/** How often each kind of damage to the conversation had to be mended for the next request. */
export type Repairs = Readonly<Record<string, number>>

/**
 * What the next request would have to mend in the conversation, kinds that occur only. Calls of the
 * open turn that still await their result are no damage.
 */
export const repairsOf = (state: State): Repairs => {
  const { session, conversation } = state
  if (session === undefined || conversation.items.length === 0) return {}
  const awaited = conversation.turn?.calls.filter(({ phase }) => phase !== 'done').length ?? 0
  const items = [...toArray(conversation.items), ...(awaited > 0 ? [] : nextInput(state))]
  const { repairs } = buildRequest(items, settingsOf(session, state))
  const mended = { ...repairs, result_missing: Math.max(0, repairs.result_missing - awaited) }
  return Object.fromEntries(Object.entries(mended).filter(([, count]) => count > 0))
}

// A reply is followed by results or by a next input; that it is the last item is no damage.
const nextInput = ({ conversation }: State): ReadonlyArray<Item> => {
  const last = newest(conversation.items)
  return last === undefined
    ? []
    : [{ ...last, role: 'user', content: [{ type: 'text', text: 'next' }] }]
}
