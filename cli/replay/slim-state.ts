import type { TurnId } from '../../domain/ids.js'
import { emptyList, type List } from '../../domain/list.js'
import type { State } from '../../domain/session/state.js'
import type { InputSegments, Item } from '../../domain/turn/item.js'

const noContent: Item['content'] = []

/** Whether this item has lost its content, which its record still has. */
export const isSlim = (item: Item): boolean => item.content === noContent

/**
 * The state `after` one more record, without the content of the items and segments that the record
 * added to `before`. The fold never looks at it, so all that follows is the same. A summary, which
 * goes to the front of the conversation, keeps its words.
 */
export const slimmed = (before: State, after: State): State => {
  const { conversation } = after
  if (conversation.items === before.conversation.items) return after
  return {
    ...after,
    conversation: {
      ...conversation,
      items: slimLast(conversation.items, slimItem(conversation.turn?.id)),
      segments: slimLast(conversation.segments, slimSegments),
    },
  }
}

// A record adds one item at the end, if any; of a list that a reset brought back all is slim.
const slimLast = <A>(list: List<A>, slim: (entry: A) => A): List<A> => {
  const last = list.last.at(-1)
  if (last === undefined) return list
  const lighter = slim(last)
  return lighter === last ? list : { ...list, last: list.last.with(-1, lighter) }
}

// Each record brings a text of its own for the name of its turn; one for all is enough.
const slimItem =
  (open: TurnId | undefined) =>
  (item: Item): Item => {
    if (isSlim(item) || item.content[0] === undefined) return item
    const { role, seq } = item
    return { role, content: noContent, turn: item.turn === open ? open : item.turn, seq }
  }

const slimSegments = (entry: InputSegments): InputSegments =>
  entry.segments === noSegments ? entry : { ...entry, segments: noSegments }

const noSegments: InputSegments['segments'] = []

/**
 * The state without what was said so far. It serves to meet again what each record adds: what the
 * next one adds does not depend on it.
 */
export const withoutTalk = (state: State): State => ({
  ...state,
  conversation: { ...state.conversation, items: emptyList, segments: emptyList },
})
