import * as E from 'fp-ts/lib/Either.js'
import type { Report } from '../../domain/effect.js'
import type { InputId } from '../../domain/ids.js'
import type { Ask, Input } from '../../domain/input.js'
import { limits } from '../../domain/limits.js'
import type { PageFailure } from '../../domain/ports.js'
import type { History, Notification, Snapshot } from '../../domain/protocol/notification.js'
import { settledView } from '../../domain/session/plan.js'
import type { State } from '../../domain/session/state.js'
import { type AskedPage, historyPage } from './history-page.js'
import type { Answer, Arrived, LoopParts, LoopState, LoopWorld } from './loop-world.js'
import { type Mailbox, mailbox } from './mailbox.js'
import { type Performer, performer } from './perform.js'
import { publishedFrom, snapshotOf, withOutput } from './published.js'
import { readAll } from './read-files.js'
import { runBatch } from './run-batch.js'
import { runInTrouble } from './storage.js'

/** A live session as its Pod serves it. */
export type SessionLoop = {
  /** Decides an Ask in its turn; the answer comes when it is durable. */
  readonly ask: (ask: Ask) => Promise<Answer>
  readonly snapshot: () => Snapshot
  /** The alert that tells of a log that cannot be written now; undefined when it can be. */
  readonly trouble: () => Notification | undefined
  /** The state that clients see. */
  readonly shown: () => State
  /** A part of what was told, read back from the log. Left: a sentence; all clients are alerted. */
  readonly history: (page: AskedPage) => Promise<E.Either<PageFailure, History>>
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
    trouble: () => state.trouble?.alert,
    shown: () => shownState(world),
    history: historyOf(world),
    left: runUntilLeft(box, world),
  }
}

// The same failure is told to all once, and to whoever asks each time.
const historyOf = (world: LoopWorld): SessionLoop['history'] => {
  let alerted: string | undefined
  return async (asked) => {
    const page = await historyPage(world.log, world.state.told, asked)
    if (E.isLeft(page) && page.left.message !== alerted) {
      alerted = page.left.message
      const data = { level: 'error', code: 'log_unreadable', message: alerted } as const
      world.publish({ event: 'alert', data })
    }
    return page
  }
}

// With what a start settled, while that is not yet written.
const shownState = ({ state, sha256, clock }: LoopWorld): State =>
  state.held.prelude.length > 0 ? settledView(sha256, state.held, clock.now()) : state.told.state

const initialLoopState = (parts: LoopParts): LoopState => ({
  held: parts.held,
  told: publishedFrom(parts.held.state, parts.newest),
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
