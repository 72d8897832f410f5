import type { LiveDelta } from '../../../domain/reply.js'

/** Measures the thinking of one reply by what it shows and when, in monotonic ms. */
export type ThinkingTime = {
  readonly see: (delta: LiveDelta, nowMs: number) => void
  /** Whole ms from each beginning of thinking to what came after it; undefined without thinking. */
  readonly spentMs: (nowMs: number) => number | undefined
}

/** A measure that has seen nothing yet. */
export const thinkingTime = (): ThinkingTime => {
  let sinceMs: number | undefined
  let spentMs: number | undefined
  const stop = (nowMs: number) => {
    if (sinceMs !== undefined) spentMs = (spentMs ?? 0) + nowMs - sinceMs
    sinceMs = undefined
  }
  return {
    see: ({ kind }, nowMs) => {
      if (kind === 'thinking') sinceMs ??= nowMs
      else if (kind !== 'usage') stop(nowMs)
    },
    spentMs: (nowMs) => {
      stop(nowMs)
      return spentMs === undefined ? undefined : Math.round(spentMs)
    },
  }
}
