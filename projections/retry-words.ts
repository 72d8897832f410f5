import type { Retry } from './transcript/live.js'

/**
 * Which attempt comes after a wait: `attempt 2 of 4`. The protocol counts the retries; people count
 * the first attempt too.
 */
export const attemptWords = ({ attempt, of }: Pick<Retry, 'attempt' | 'of'>): string =>
  `attempt ${attempt + 1} of ${of + 1}`

/** A failure that is followed by another attempt, in one line for those who do not watch the wait. */
export const retryWords = (retry: Retry): string => {
  const seconds = Math.ceil(retry.wait_ms / 1000)
  return `${retry.message} Trying again in ${seconds} s (${attemptWords(retry)}).`
}
