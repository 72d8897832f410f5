import test from 'ava'
import fc from 'fast-check'
import { limits } from '../../../domain/limits.js'
import type { ReplyFailure, ReplyFailureCode } from '../../../domain/reply.js'
import { isRetryable, retryWait } from '../../../domain/turn/retry.js'
import { fcOptions } from '../../support/rounds.js'

const failure = (given: Partial<ReplyFailure> = {}): ReplyFailure => ({
  code: 'overloaded',
  message: 'The server is overloaded.',
  retryable: true,
  ...given,
})

const waits = test.macro({
  title: (_, given: Partial<ReplyFailure>, failed: number, waitMs: number | undefined) =>
    `after ${failed} failures with ${JSON.stringify(given)} the wait is ${waitMs} ms`,
  exec: (t, given: Partial<ReplyFailure>, failed: number, waitMs: number | undefined) => {
    const expected = waitMs === undefined ? undefined : { waitMs }
    t.deepEqual(retryWait(failure(given), failed, 8), expected)
  },
})
test(waits, {}, 1, 500)
test(waits, {}, 2, 1000)
test(waits, {}, 3, 2000)
test(waits, {}, 7, 32_000)
test(waits, {}, 8, 32_000)
test(waits, {}, 9, undefined)
test(waits, { retryable: false }, 1, undefined)
test(waits, { retryable: false, retryAfterMs: 100 }, 1, undefined)
test(waits, { retryAfterMs: 7000 }, 1, 7000)
test(waits, { retryAfterMs: 100 }, 1, 500)
test(waits, { retryAfterMs: 7000 }, 6, 16_000)
test(waits, { retryAfterMs: 86_400_000 }, 1, 60_000)

test('without retries the first failure is the last', (t) => {
  t.is(retryWait(failure(), 1, 0), undefined)
})

test('a wait never shrinks with more failures and stays within the limits', (t) => {
  const asked = fc.option(fc.nat(), { nil: undefined })
  fc.assert(
    fc.property(asked, fc.integer({ min: 1, max: 2000 }), (retryAfterMs, failed) => {
      const given = failure(retryAfterMs === undefined ? {} : { retryAfterMs })
      const now = retryWait(given, failed, 3000)?.waitMs ?? 0
      const next = retryWait(given, failed + 1, 3000)?.waitMs ?? 0
      const most = Math.max(limits.retryWaitMsMax, limits.retryAfterMsMax)
      return limits.retryBaseMs <= now && now <= next && next <= most
    }),
    fcOptions(),
  )
  t.pass()
})

const may = test.macro({
  title: (_, code: ReplyFailureCode, passes: boolean) =>
    `${code} ${passes ? 'may pass by itself' : 'does not pass by itself'}`,
  exec: (t, code: ReplyFailureCode, passes: boolean) => t.is(isRetryable(code), passes),
})
test(may, 'overloaded', true)
test(may, 'rate_limited', true)
test(may, 'server_error', true)
test(may, 'unreachable', true)
test(may, 'reset', true)
test(may, 'truncated', true)
test(may, 'idle', true)
test(may, 'first_byte_timeout', true)
test(may, 'aborted', false)
test(may, 'not_a_stream', false)
test(may, 'malformed', false)
test(may, 'unauthorized', false)
test(may, 'forbidden', false)
test(may, 'not_found', false)
test(may, 'invalid_request', false)
test(may, 'context_too_long', false)
test(may, 'too_large', false)
test(may, 'thinking_refused', false)
test(may, 'internal', false)
