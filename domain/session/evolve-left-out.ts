import type { EventOf } from '../event/event.js'
import type { Seq } from '../ids.js'
import { listOf, toArray } from '../list.js'
import { noteItem } from '../turn/item-of.js'
import type { Conversation, State } from './state.js'
import { type TurnRecord, talked } from './talk.js'

/**
 * The state without what a turn said and did, and one line to the model in its place. News that it
 * had taken in stay: nobody else has told them.
 */
export const evolveLeftOut = (
  state: State,
  record: Extract<TurnRecord, { readonly type: 'TurnLeftOut' }>,
): State => {
  const { conversation } = state
  if (conversation.tooLong !== record.data.turn) return state
  return talked(state, record, {
    more: {
      ...withoutTurn(conversation, record.data, record.seq),
      errored: undefined,
      tooLong: undefined,
    },
  })
}

/** What is left of a conversation, with the line at `seq` that says so. */
export const withoutTurn = (
  conversation: Conversation,
  data: EventOf<'TurnLeftOut'>['data'],
  seq: Seq,
): Pick<Conversation, 'items' | 'segments'> => {
  const { turn } = data
  const items = toArray(conversation.items).filter(
    (item) => item.turn !== turn || item.role === 'system',
  )
  const segments = toArray(conversation.segments).filter((input) => input.turn !== turn)
  return { items: listOf([...items, noteItem(data, seq)]), segments: listOf(segments) }
}
