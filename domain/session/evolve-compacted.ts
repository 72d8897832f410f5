import { listOf, toArray } from '../list.js'
import type { Item } from '../turn/item.js'
import { summaryItem } from '../turn/item-of.js'
import type { State } from './state.js'
import { type TurnRecord, talked, turnOf } from './talk.js'

/**
 * The state with one summary in the place of the oldest items. What was typed goes with its items;
 * the tokens stay counted, and so does the place to which a rollback of the open turn goes.
 */
export const evolveCompacted = (
  state: State,
  record: Extract<TurnRecord, { readonly type: 'ConversationCompacted' }>,
): State => {
  if (turnOf(state, record) === undefined) return state
  const kept = keptItems(toArray(state.conversation.items), record.data.kept_from)
  const seqs = new Set(kept.map(({ seq }) => seq))
  const segments = toArray(state.conversation.segments).filter(({ seq }) => seqs.has(seq))
  return talked(state, record, {
    more: {
      items: listOf([summaryItem(record.data, record.seq), ...kept]),
      segments: listOf(segments),
    },
  })
}

// By place, not by number: an older summary has a higher seq than the items behind it.
const keptItems = (items: ReadonlyArray<Item>, from: number): ReadonlyArray<Item> => {
  const first = items.findIndex(({ seq }) => seq === from)
  return first === -1 ? [] : items.slice(first)
}
