import { systemClock } from '../../../adapters/node/clock.js'
import { limits } from '../../../domain/limits.js'
import { msToNextAge } from './age-of.js'

export type AgeTicks = {
  /** Begins to tick, if it does not yet. */
  readonly start: () => void
  readonly close: () => void
}

/**
 * Calls `onTick` when the age of one of these times reads another way: at the first time that this
 * is so, then at most once in `limits.agesTickMs`, and never while nothing changes.
 */
export const ageTicks = (timesMs: () => ReadonlyArray<number>, onTick: () => void): AgeTicks => {
  let timer: NodeJS.Timeout | undefined
  const wait = (leastMs: number): void => {
    const waitMs = msToNextTick(timesMs(), { now: systemClock.now(), leastMs })
    if (waitMs === undefined) return
    timer = setTimeout(() => {
      onTick()
      wait(limits.agesTickMs)
    }, waitMs)
  }
  return {
    start: () => {
      if (timer === undefined) wait(0)
    },
    close: () => clearTimeout(timer),
  }
}

/** How long to wait for the next change of an age; undefined when there are none. */
export const msToNextTick = (
  timesMs: ReadonlyArray<number>,
  { now, leastMs }: { readonly now: string; readonly leastMs: number },
): number | undefined => {
  const nextMs = timesMs.reduce(
    (least, thenMs) => Math.min(least, msToNextAge(thenMs, now)),
    Number.POSITIVE_INFINITY,
  )
  return nextMs === Number.POSITIVE_INFINITY
    ? undefined
    : Math.min(Math.max(nextMs, leastMs), limits.timerMsMax)
}
