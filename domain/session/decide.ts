import * as E from 'fp-ts/lib/Either.js'
import type { Command, Input } from '../input.js'
import type { Sha256 } from '../ports.js'
import { decideInbox } from './decide-inbox.js'
import { decideReport } from './decide-report.js'
import { decideStop } from './decide-stop.js'
import { decideSubmit } from './decide-submit.js'
import { draftFrom } from './draft.js'
import type { State } from './state.js'
import type { Decision, Rejection } from './verdict.js'

/**
 * Decides one input on a state: docs/architecture.md has the whole table. The events are one group.
 * No events means accepted and already so; a report that nobody awaits is that, never a rejection.
 */
export const decide =
  (sha256: Sha256) =>
  (input: Input, state: State): E.Either<Rejection, Decision> => {
    const draft = draftFrom(state, input.at, sha256)
    return input.type === 'report'
      ? E.right({ events: decideReport(input.report, draft), answer: {} })
      : decideCommand(input, draft)
  }

const decideCommand = (
  command: Command,
  draft: ReturnType<typeof draftFrom>,
): E.Either<Rejection, Decision> => {
  const { ask, id } = command
  switch (ask.method) {
    case 'run':
    case 'queue':
      return decideSubmit(ask, id, draft)
    case 'withdraw':
    case 'notify':
    case 'pod_event':
      return decideInbox(ask, id, draft)
    case 'resume':
    case 'pause':
    case 'cancel':
    case 'abandon':
    case 'shutdown':
      return decideStop(ask, draft)
  }
}
