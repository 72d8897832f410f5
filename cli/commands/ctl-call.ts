import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { InputId } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { WaitFor } from '../../domain/protocol/call.js'
import type { Method } from '../../domain/protocol/method.js'
import type { CommandIo } from '../command.js'
import { stdinText } from '../stdin-text.js'
import type { CtlArguments } from './ctl-arguments.js'

/** The call that a command line asks for, and what it waits for. */
export type CtlCall = { readonly method: Method; readonly waitFor: WaitFor }

type Stdin = CommandIo['stdin']

/**
 * Makes the call. A text that is `-`, or left out while stdin is no terminal, is read from stdin. A
 * sentence says what is missing or wrong.
 */
export const ctlCall = async (
  args: CtlArguments,
  stdin: Stdin,
): Promise<E.Either<string, CtlCall>> => {
  switch (args.verb) {
    case 'run':
    case 'queue':
    case 'notify':
      return E.map(textCall(args.verb))(await textOf(args, stdin))
    case 'withdraw':
      return withdrawal(args.text)
    case 'history':
      return history(args.text)
    case 'shutdown':
      return E.right({ method: { method: 'shutdown' }, waitFor: 'close' })
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'abandon':
      return E.right({ method: { method: args.verb }, waitFor: 'run_end' })
  }
}

const textCall =
  (verb: 'run' | 'queue' | 'notify') =>
  (text: string): CtlCall => {
    if (verb === 'notify')
      return { method: { method: verb, params: { message: text } }, waitFor: 'ack' }
    const params = { input: [{ kind: 'text', content: text } as const] }
    return { method: { method: verb, params }, waitFor: verb === 'run' ? 'run_end' : 'ack' }
  }

const textOf = async (args: CtlArguments, stdin: Stdin): Promise<E.Either<string, string>> => {
  if (args.text === undefined && stdin.isTTY === true)
    return E.left(`${args.verb} needs a text: after the method, or on stdin.`)
  const fromStdin = args.text === undefined || args.text === '-'
  const text = fromStdin ? await stdinText(stdin) : E.right(args.text)
  return E.isRight(text) && text.right.trim() === '' ? E.left('The text is empty.') : text
}

const withdrawal = (id: string | undefined): E.Either<string, CtlCall> =>
  InputId.is(id)
    ? E.right({ method: { method: 'withdraw', params: { id } }, waitFor: 'ack' })
    : E.left('withdraw needs the id of a queued input, as `queue` printed it.')

const history = (text: string | undefined): E.Either<string, CtlCall> => {
  if (text === undefined) return E.right({ method: { method: 'get_history' }, waitFor: 'history' })
  const limit = Number(text)
  return t.Int.is(limit) && limit >= 1 && limit <= limits.historyLimitMax
    ? E.right({ method: { method: 'get_history', params: { limit } }, waitFor: 'history' })
    : E.left(`history takes a number of records from 1 to ${limits.historyLimitMax}.`)
}
