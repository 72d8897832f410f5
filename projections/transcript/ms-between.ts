import type { Timestamp } from '../../domain/time.js'

/** The time between two records in ms; 0 where a clock had stepped back. */
export const msBetween = (from: Timestamp, to: Timestamp): number =>
  Math.max(0, Date.parse(to) - Date.parse(from))
