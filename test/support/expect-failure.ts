import type { ExecutionContext } from 'ava'
import type { ReplyFailureCode } from '../../domain/reply.js'
import { ask, failureIn, type LoopbackOptions, serve } from './ask-loopback.js'
import type { Behaviour } from './loopback-model.js'

/** A failure as a test expects it. */
export type Expected = {
  readonly code: ReplyFailureCode
  readonly retryable: boolean
  /** All of these are in the sentence. */
  readonly says: ReadonlyArray<string>
  readonly status?: number
  readonly options?: LoopbackOptions
}

/** One line that ends in a full stop. */
export const isOneSentence = /^[^\p{Cc}\u2028\u2029]+[^.\p{Cc}]\.$/u

/**
 * Body of a table test: the server behaves so, the failure is as expected, its sentence names the
 * server's address, and nothing is sent twice.
 */
export const expectFailure = async (
  t: ExecutionContext,
  behaviour: Behaviour,
  expected: Expected,
): Promise<void> => {
  const server = await serve(t, behaviour)

  const { code, retryable, status, message } = failureIn(await ask(server.url, expected.options))

  t.is(code, expected.code, message)
  t.is(retryable, expected.retryable)
  t.is(status, expected.status)
  for (const part of [...expected.says, server.url]) t.true(message.includes(part), message)
  t.regex(message, isOneSentence)
  t.true(server.requests.length <= 1, 'a request was sent again')
}
