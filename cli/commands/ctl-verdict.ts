import * as E from 'fp-ts/lib/Either.js'
import type { CallFailure } from '../../adapters/wire/call.js'
import type { CallOutcome } from '../../domain/protocol/call.js'
import type { Notification, NotificationOf, RunResult } from '../../domain/protocol/notification.js'
import type { PodStatus } from '../../domain/protocol/status.js'
import { textOf } from '../../domain/segment.js'
import { shellWord } from '../../domain/shell-word.js'
import type { ExitCode } from '../command.js'
import type { CtlArguments } from './ctl-arguments.js'
import { historyWords } from './history-words.js'
import { visibleText } from './visible-text.js'

export type CtlResult = E.Either<CallFailure, CallOutcome>

/** What `yoi ctl` says at its end: `words` on stdout, `complaint` on stderr. */
export type CtlVerdict = {
  readonly exitCode: ExitCode
  readonly words: string
  readonly complaint: string
}

/** Judges what came of a call; `heard` holds what the report of the call kept. */
export const ctlVerdict = (
  result: CtlResult,
  args: CtlArguments,
  heard: ReadonlyArray<Notification>,
): CtlVerdict => {
  if (E.isLeft(result)) return failed(result.left, args)
  const outcome = result.right
  switch (outcome.kind) {
    case 'acked':
      return good(ackWords(outcome.ack, args))
    case 'ended':
      return ended(outcome.end, args, heard)
    case 'settled':
      return settled(outcome.status, args)
    case 'history':
      return good(historyWords(outcome.history))
    case 'closed':
      return verdict(0, `Pod ${args.pod} has left.`, heard.some(isForStorage) ? unwritten : '')
  }
}

const isForStorage = ({ event, data }: Notification): boolean =>
  event === 'shutdown' && data.by === 'storage'

const unwritten =
  'Its log could not be written, so that it left is not recorded there; yoi verify checks the log.'

const good = (words: string): CtlVerdict => verdict(0, words, '')

const verdict = (exitCode: ExitCode, words: string, complaint: string): CtlVerdict => ({
  exitCode,
  words: asLines(words),
  complaint: asLines(complaint),
})

const asLines = (text: string) => (text === '' ? '' : `${visibleText(text)}\n`)

const failed = (failure: CallFailure, args: CtlArguments): CtlVerdict =>
  failure.code === 'interrupted'
    ? verdict(130, '', `Interrupted; Pod ${args.pod} goes on.`)
    : verdict(1, '', `${complaint(failure, args)}${failure.code === 'closed' ? comeBack : ''}`)

// People get the sentence alone; a program may go by the code.
const complaint = (
  { code, message }: { readonly code: string; readonly message: string },
  { json }: CtlArguments,
): string => (json ? `${code}: ${message}` : message)

const comeBack = ' If the Pod has ended, yoi -r goes on with its session.'

const ackWords = (ack: NotificationOf<'ack'>['data'], args: CtlArguments): string => {
  if (args.verb === 'withdraw') return textOf(ack.segments ?? [])
  return args.verb === 'queue' ? (ack.input ?? 'Queued.') : 'Taken.'
}

type End = NotificationOf<'run_end'>['data']

const ended = (end: End, args: CtlArguments, heard: ReadonlyArray<Notification>): CtlVerdict => {
  const replies = repliesOf(end, heard)
  // A reply that stands alone can be piped on; that it was the whole of it the exit code says.
  const isSaid = end.result === 'finished' && replies.length > 0
  const words = (isSaid ? replies : [...replies, endWords(end, args, heard)]).join('\n\n')
  const error = end.error === undefined ? '' : complaint(end.error, args)
  return verdict(isWanted(end.result, args) ? 0 : 1, words, error)
}

const repliesOf = (end: End, heard: ReadonlyArray<Notification>): ReadonlyArray<string> =>
  heard.flatMap((notification) => {
    if (notification.event !== 'record' || notification.data.type !== 'AssistantReplied') return []
    if (notification.data.data.turn !== end.turn) return []
    return notification.data.data.content.flatMap((block) =>
      block.type === 'text' && block.text.trim() !== '' ? [block.text] : [],
    )
  })

const endWords = (end: End, args: CtlArguments, heard: ReadonlyArray<Notification>): string => {
  switch (end.result) {
    case 'finished':
      return 'The turn is finished.'
    case 'paused':
      return `The turn rests; ${isForShutdown(end, heard) ? inNextPod : `\`${resume(args)}\``} carries it on.`
    case 'cancelled':
      return 'The turn is cancelled.'
    case 'rolled_back':
      return 'The turn was taken back before any reply, as if the input had never been sent.'
    case 'limit_reached':
      return 'The turn ended at a limit of the model.'
    case 'errored':
      return `The turn failed; \`${resume(args)}\` tries again.`
  }
}

const isForShutdown = ({ turn }: End, heard: ReadonlyArray<Notification>): boolean =>
  heard.some(
    ({ event, data }) =>
      event === 'record' &&
      data.type === 'StopRequested' &&
      data.data.turn === turn &&
      data.data.stop === 'shutdown',
  )

// A Pod of its name may never come again.
const inNextPod = 'its Pod leaves, and in the next one (`yoi -r`) Enter on an empty line'

const resume = ({ pod }: CtlArguments): string => `yoi ctl ${shellWord(pod)} resume`

/** A turn is wanted to finish; a stop is content with any ending that is not a failure. */
const isWanted = (result: RunResult, args: CtlArguments) =>
  args.verb === 'run' || args.verb === 'resume' ? result === 'finished' : result !== 'errored'

const settled = (status: PodStatus, args: CtlArguments): CtlVerdict => {
  const opens = args.verb === 'run' || args.verb === 'resume'
  const words = `Pod ${args.pod} is ${status.status}.`
  return opens ? verdict(1, words, missed) : good(words)
}

const missed = 'The answer was lost because the Pod was too fast for us; `history` shows it.'
