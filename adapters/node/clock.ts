import type { Clock } from '../../domain/ports.js'
import type { Timestamp } from '../../domain/time.js'

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date().toISOString() as Timestamp,
  monotonicMs: () => performance.now(),
}
