import { limits } from '../limits.js'
import type { ReplyFailure, ReplyFailureCode } from '../reply.js'

/**
 * How long to wait before the next attempt, or undefined when there is none: the failure will not
 * go away by itself, or `retriesMax` attempts after the first have failed too. `failedAttempts`
 * counts this failure. The wait doubles from `retryBaseMs` up to `retryWaitMsMax`; what the server
 * asked for is kept as a minimum, itself capped by `retryAfterMsMax`. There is no jitter: the same
 * failures give the same waits, so a replay can tell them.
 */
export const retryWait = (
  failure: ReplyFailure,
  failedAttempts: number,
  retriesMax: number,
): { readonly waitMs: number } | undefined => {
  if (!failure.retryable || failedAttempts > retriesMax) return undefined
  const asked = Math.min(failure.retryAfterMs ?? 0, limits.retryAfterMsMax)
  return { waitMs: Math.max(backOffMs(failedAttempts), asked) }
}

const backOffMs = (failedAttempts: number): number =>
  Math.min(limits.retryBaseMs * 2 ** Math.max(0, failedAttempts - 1), limits.retryWaitMsMax)

/**
 * Whether a failure of this kind may go away by itself. A server that says otherwise about one
 * failure is believed: `ReplyFailure.retryable` is what counts.
 */
export const isRetryable = (code: ReplyFailureCode): boolean => {
  switch (code) {
    case 'overloaded':
    case 'rate_limited':
    case 'server_error':
    case 'unreachable':
    case 'reset':
    case 'truncated':
    case 'idle':
    case 'first_byte_timeout':
      return true
    case 'aborted':
    case 'not_a_stream':
    case 'malformed':
    case 'unauthorized':
    case 'forbidden':
    case 'not_found':
    case 'invalid_request':
    case 'context_too_long':
    case 'too_large':
    case 'thinking_refused':
    case 'internal':
      return false
  }
}
