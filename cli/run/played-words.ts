import type { SessionId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { NotificationOf } from '../../domain/protocol/notification.js'
import type { PlayedTurn } from './play-turn.js'

/**
 * What became of a turn that did not finish, in a sentence, and the command that goes on from there:
 * the Pod of the run has gone. Nothing for a turn that finished, or that never began.
 */
export const playedWords = (turn: PlayedTurn, session: SessionId): string | undefined => {
  switch (turn.type) {
    case 'ended':
      return endWords(turn.end, session)
    case 'refused':
      return turn.message
    case 'broken':
      return `${turn.message} ${goOn(session)}`
    case 'unwritten':
      return unwrittenWords(session)
    case 'interrupted':
      return turn.end === undefined ? undefined : interruptedWords(turn.end, session)
  }
}

/** What becomes of a turn whose output goes nowhere any more, as after `| head -1`, and how to go on. */
export const unheardWords = (why: string, session: SessionId): string =>
  `${why}, so the Pod is told to end and a turn under way is stopped, as by Ctrl-C. ` +
  `${goOn(session)} ${resume(session)}`

type End = NotificationOf<'run_end'>['data']

const endWords = ({ result, error }: End, session: SessionId): string | undefined => {
  if (error !== undefined) return `${error.message} ${goOn(session)}`
  switch (result) {
    case 'finished':
      return undefined
    case 'paused':
      return `The turn was paused. ${resume(session)}`
    case 'cancelled':
      return `The turn was cancelled. ${goOn(session)}`
    case 'rolled_back':
      return `The turn was taken back before any reply. ${goOn(session)}`
    case 'limit_reached':
      return `The turn reached a limit of the model. ${goOn(session)}`
    case 'errored':
      return `The turn ended with an error. ${goOn(session)}`
  }
}

const interruptedWords = (end: End, session: SessionId): string => {
  switch (end.result) {
    case 'paused':
      return `Interrupted; the turn is paused. ${resume(session)}`
    case 'rolled_back':
      return `Interrupted before any reply; the turn was taken back. ${goOn(session)}`
    case 'finished':
      return `Interrupted when the turn had finished. ${goOn(session)}`
    case 'cancelled':
    case 'limit_reached':
    case 'errored':
      return `Interrupted when the turn had ended. ${goOn(session)}`
  }
}

// Whoever sends the input again has its work done twice.
const unwrittenWords = (session: SessionId): string =>
  `The log could not be written for ${limits.runStorageWaitMs / 1000} s, so this run has given up ` +
  'and its Pod has left. The turn is open in the log, with its input: do not send that again. ' +
  resume(session)

const goOn = (session: SessionId): string =>
  `To go on in this session: yoi run --session ${session} "your words".`

const resume = (session: SessionId): string =>
  `To resume it: yoi --session ${session} and Enter on an empty line; without a terminal ` +
  `yoi pod --session ${session}, then yoi ctl <pod> resume.`
