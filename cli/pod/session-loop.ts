import type { Report } from '../../domain/effect.js'
import type { InputId } from '../../domain/ids.js'
import type { Ask, Input } from '../../domain/input.js'
import { limits } from '../../domain/limits.js'
import type { History, Snapshot } from '../../domain/protocol/notification.js'
import { settledView } from '../../domain/session/plan.js'
import type { State } from '../../domain/session/state.js'
import type { Answer, Arrived, LoopParts, LoopState, LoopWorld } from './loop-world.js'
import { type Mailbox, mailbox } from './mailbox.js'
import { type Performer, performer } from './perform.js'
import { historyOf, publishedFrom, snapshotOf, withOutput } from './published.js'
import { readAll } from './read-files.js'
import { runBatch } from './run-batch.js'
import { runInTrouble } from './storage.js'

/** A live session as its Pod serves it. */
export type SessionLoop = {
  /** Decides an Ask in its turn; the answer comes when it is durable. */
  readonly ask: (ask: Ask) => Promise<Answer>
  readonly snapshot: () => Snapshot
  /** The state that clients see. */
  readonly shown: () => State
  readonly history: (page: { readonly before?: number; readonly limit?: number }) => History
  /** Resolves, with who asked, when the Pod is to leave. All work is aborted by then. */
  readonly left: Promise<string>
}

/**
 * Runs a session: takes what waits, decides it, appends it as one batch, then tells and performs it
 * record by record. Nothing of a batch shows before it is durable.
 */
export const sessionLoop = (parts: LoopParts): SessionLoop => {
  const box = mailbox<Arrived>()
  const state = initialLoopState(parts)
  const report = (one: Report) =>
    box.put({ kind: 'input', input: { type: 'report', at: parts.clock.now(), report: one } })
  const world = { ...parts, state, put: box.put, performer: performerOf(parts, state, report) }
  return {
    ask: (ask) =>
      new Promise((answer) => box.put({ kind: 'input', input: stamped(ask, parts), answer })),
    snapshot: () => snapshotOf(state.told, shownState(world), parts.greeting),
    shown: () => shownState(world),
    history: (page) => historyOf(state.told, page),
    left: runUntilLeft(box, world),
  }
}

// With what a start settled, while that is not yet written.
const shownState = ({ state, sha256, clock }: LoopWorld): State =>
  state.held.prelude.length > 0 ? settledView(sha256, state.held, clock.now()) : state.told.state

const initialLoopState = (parts: LoopParts): LoopState => ({
  held: parts.held,
  told: publishedFrom(parts.held.state, parts.records),
  trouble: undefined,
  leaving: undefined,
  projectionsLate: false,
})

const performerOf = (
  parts: LoopParts,
  state: LoopState,
  report: (report: Report) => void,
): Performer =>
  performer({
    completions: parts.completions,
    toolbox: parts.toolbox,
    hooks: parts.hooks,
    report,
    onOutput: (cause, stream, text) => {
      const call = state.told.state.conversation.turn?.calls.find((one) => one.cause === cause)
      if (call?.phase !== 'started' || state.trouble !== undefined) return
      state.told = withOutput(state.told, cause, text)
      parts.publish({ event: 'tool_output_delta', data: { call: call.id, stream, text } })
    },
    leave: (by) => {
      state.leaving = by
    },
  })

const stamped = (ask: Ask, { ids, clock }: LoopParts): Input => ({
  type: 'command',
  id: ids.next() as InputId,
  at: clock.now(),
  ask,
})

const runUntilLeft = async (box: Mailbox<Arrived>, world: LoopWorld): Promise<string> => {
  const { state } = world
  while (state.leaving === undefined) {
    const batch = await readAll(await box.take(limits.batchInputsMax), world.files)
    const rest =
      state.trouble === undefined ? await runBatch(batch, world) : await runInTrouble(batch, world)
    box.putBack(rest)
  }
  world.performer.abortAll()
  return state.leaving
}
