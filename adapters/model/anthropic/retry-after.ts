import { limits } from '../../../domain/limits.js'

/**
 * How long the server asks to wait, in ms, capped by `retryAfterMsMax`; undefined when it does not
 * ask, or asks for nothing that is still to come. A date is compared with the server's own clock
 * (the `date` header), which may differ from ours.
 */
export const retryAfterMs = (headers: Headers): number | undefined => {
  const askedMs = inMs(headers) ?? inSecondsOrDate(headers)
  if (askedMs === undefined || !(askedMs > 0)) return undefined
  return Math.min(Math.ceil(askedMs), limits.retryAfterMsMax)
}

const inMs = (headers: Headers): number | undefined => numberIn(headers.get('retry-after-ms'))

const inSecondsOrDate = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after')
  const seconds = numberIn(value)
  return seconds === undefined ? untilDate(value, headers.get('date')) : seconds * 1000
}

const untilDate = (until: string | null, now: string | null): number | undefined => {
  const waitMs = Date.parse(until ?? '') - Date.parse(now ?? '')
  return Number.isNaN(waitMs) ? undefined : waitMs
}

const numberIn = (value: string | null): number | undefined =>
  value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
