import type { EventOf } from '../event/event.js'
import type { ForkedPart, ForkPoint } from '../event/session.js'
import { type CallId, callId, type SessionId } from '../ids.js'
import { toArray } from '../list.js'
import type { InputSegments, Item, ItemBlock } from '../turn/item.js'
import { resultItem } from '../turn/item-of.js'
import { withoutThinking } from '../turn/request/keep-thinking.js'
import { wireIds } from '../turn/request/wire-ids.js'
import type { Turn } from '../turn/turn.js'
import { closePending, closeStarted, neverStarted, outcomeUnknown } from './close-calls.js'
import { withoutTurn } from './evolve-left-out.js'
import { leftOutNext } from './make-room.js'
import type { Conversation, State } from './state.js'

/** The session to begin, and the record of the other one that it begins at. */
export type Fork = { readonly session: SessionId; readonly from: ForkPoint }

/**
 * The first event of a session that goes on with the conversation of `state`, alone: it holds all
 * that the next request needs but the tools, which are those of the Pod that takes it. Calls without
 * a result are closed. Turns, waiting inputs and counters stay behind; nothing before a session.
 */
export const forkOf = (
  { session, conversation }: State,
  { session: id, from }: Fork,
): EventOf<'SessionStarted'> | undefined =>
  session === undefined
    ? undefined
    : {
        type: 'SessionStarted',
        data: {
          format: 1,
          session: id,
          cwd: session.cwd,
          system: session.system,
          model: session.model,
          max_rounds: session.maxRounds,
          forked_from: from,
          conversation: partsOf(conversation),
        },
      }

const partsOf = (conversation: Conversation): ReadonlyArray<ForkedPart> => {
  const { items, segments } = roomMade(conversation)
  const typed = new Map(toArray(segments).map((one) => [placeOf(one), one]))
  const renamed = renaming()
  return [...toArray(items), ...closed(conversation.turn)].map((item) =>
    partOf(withoutRefused(item, conversation), typed, renamed),
  )
}

// A turn that was too long would be left out by the next; here nobody would know of it any more.
const roomMade = (conversation: Conversation): Pick<Conversation, 'items' | 'segments'> => {
  const leftOut = leftOutNext(conversation)
  return leftOut === undefined ? conversation : withoutTurn(conversation, leftOut.data, 0)
}

// Nobody here would know that the provider refused it.
const withoutRefused = (item: Item, { thinkingFrom = 0 }: Conversation): Item =>
  item.seq < thinkingFrom ? withoutThinking(item) : item

// A turn has one Submit, and only a fork holds several turns in one record.
const placeOf = ({ seq, turn }: Pick<InputSegments, 'seq' | 'turn'>): string => `${seq} ${turn}`

const partOf = (
  item: Item,
  typed: ReadonlyMap<string, InputSegments>,
  renamed: Renamed,
): ForkedPart => {
  const { turn, role, content } = item
  const input = isTyped(item) ? typed.get(placeOf(item)) : undefined
  return input === undefined
    ? { kind: 'item', turn, role, content: content.map((block) => renamed(block, item)) }
    : { kind: 'input', turn, segments: input.segments }
}

const isTyped = ({ role, content }: Item): boolean =>
  role === 'user' && content[0]?.type !== 'tool_result'

type Renamed = (block: ItemBlock, item: Item) => ItemBlock

// For one walk. The names of calls say where in their log they stand, so here they get new ones; the
// ids for the wire stay those that the origin would have sent.
const renaming = (): Renamed => {
  const names = new Map<CallId, CallId>()
  const { mend } = wireIds()
  return (block, item) => {
    const mended = mend(block, item) ?? block
    if (mended.type !== 'tool_use' && mended.type !== 'tool_result') return mended
    const call = names.get(mended.call) ?? callId(0, names.size)
    names.set(mended.call, call)
    return { ...mended, call }
  }
}

const closed = (turn: Turn | undefined): ReadonlyArray<Item> =>
  turn === undefined
    ? []
    : [
        ...closeStarted(turn, outcomeUnknown('fork')),
        ...closePending(turn, neverStarted('fork')),
      ].map(({ data }) => resultItem(data, 0))
