import fc from 'fast-check'

const hourMs = 3_600_000

/** What may happen to a wall clock: nothing, an hour or a day either way, or a fall to 1970. */
type ClockStep = number | 'to 1970'

const step: fc.Arbitrary<ClockStep> = fc.constantFrom(
  ...[0, 1, hourMs, -hourMs, 24 * hourMs, -24 * hourMs],
  'to 1970' as const,
)

/** Steps of a wall clock, enough for one before each move of a test. */
export const clockSteps = fc.array(step, { minLength: 16, maxLength: 16 })

/** The time after a step; a clock does not go below 1970. */
export const stepped = (nowMs: number, by: ClockStep): number =>
  by === 'to 1970' ? 0 : Math.max(0, nowMs + by)
