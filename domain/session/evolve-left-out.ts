import { listOf, toArray } from '../list.js'
import { noteItem } from '../turn/item-of.js'
import type { State } from './state.js'
import { talked, type TurnRecord } from './talk.js'

/**
 * The state without what a turn said and did, and one line to the model in its place. News that it
 * had taken in stay: nobody else has told them.
 */
export const evolveLeftOut = (
  state: State,
  record: Extract<TurnRecord, { readonly type: 'TurnLeftOut' }>,
): State => {
  const { turn } = record.data
  const { conversation } = state
  if (conversation.tooLong !== turn) return state
  const items = toArray(conversation.items).filter(
    (item) => item.turn !== turn || item.role === 'system',
  )
  const segments = toArray(conversation.segments).filter((input) => input.turn !== turn)
  return talked(state, record, {
    more: {
      items: listOf([...items, noteItem(record.data, record.seq)]),
      segments: listOf(segments),
      errored: undefined,
      tooLong: undefined,
    },
  })
}
