import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import { statusOf } from '../../domain/session/announce.js'
import { settledView } from '../../domain/session/plan.js'
import { settle } from '../../domain/session/settle.js'
import type { State } from '../../domain/session/state.js'
import type { Timestamp } from '../../domain/time.js'
import { costOf } from '../../projections/usage.js'
import type { Standing } from './standing.js'

/** What `replay --at --json` says in its first line; the items of the conversation follow it. */
export type StandingFacts = ReturnType<typeof standingFacts>

/** How a session stood, and how a Pod that took it up from there would have found it. */
export const standingFacts = ({ state, record, used, foreign }: Standing) => {
  const { session, pod, conversation, inbox, tip } = state
  const { seq, hash, at, more } = record
  return {
    at: { seq, hash, at },
    ...(more === undefined ? {} : { inside_group: { more } }),
    ...(foreign.length === 0 ? {} : { not_understood: foreign }),
    session: session?.id ?? null,
    cwd: session?.cwd ?? null,
    model: session?.model.ref ?? null,
    pod: pod === undefined ? null : { name: pod.name, left: pod.left },
    ...statusOf(state),
    turn: turnFacts(state),
    calls: (conversation.turn?.calls ?? []).map(({ id, name, input, phase }) => ({
      call: id,
      name,
      input,
      phase,
    })),
    queue: inbox.inputs.map(({ id, seq: queued, by, segments }) => ({
      id,
      seq: queued,
      by,
      segments,
    })),
    news: inbox.news.map(({ id, seq: came, source, text }) => ({ id, seq: came, source, text })),
    head: conversation.head ?? null,
    tip: tip ?? null,
    usage: conversation.usage,
    ...costFacts(state),
    session_usage: { requests: used.requests, ...used.total },
    restored: restoredFacts(state, at),
    items: conversation.items.length,
  }
}

const turnFacts = ({ conversation: { turn } }: State) =>
  turn === undefined
    ? null
    : {
        id: turn.id,
        opened_by: turn.openedBy,
        resting: turn.resting,
        ...(turn.request === undefined
          ? {}
          : {
              request: {
                seq: turn.request.cause,
                round: turn.request.round,
                attempt: turn.request.attempt,
                answered: turn.request.answered,
              },
            }),
      }

const costFacts = ({ session, conversation }: State) => {
  const cost = costOf(conversation.usage, session?.model.price)
  return cost === undefined ? {} : { cost }
}

// A Pod settles what was at work when the one before it ended.
const restoredFacts = (state: State, at: Timestamp) => {
  const adds: ReadonlyArray<Event> = settle(state, 'crash')
  return { ...statusOf(settledView(sha256, { state, prelude: adds }, at)), adds }
}
