import type { Envelope } from './record.js'

/** Whether `next` may follow `before` in a log, by the count of records still to come. */
export const continuesGroup = (before: Envelope | undefined, next: Envelope): boolean =>
  before?.more === undefined || (next.more ?? 0) === before.more - 1

/** Whether this record commits its group. */
export const endsGroup = (record: Envelope): boolean => record.more === undefined
