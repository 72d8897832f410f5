const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * How long ago, in the largest unit that fits; under a minute it is `just now`, so that the words
 * change once a minute at most. A clock that stepped back counts as now.
 */
export const ageOf = (thenMs: number, now: string): string => {
  const ageMs = Math.max(0, Date.parse(now) - thenMs)
  if (ageMs < minuteMs) return 'just now'
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`
  return ageMs < dayMs
    ? `${Math.floor(ageMs / hourMs)} h ago`
    : `${Math.floor(ageMs / dayMs)} d ago`
}

/** How long until `ageOf` says something else of this time, in ms. */
export const msToNextAge = (thenMs: number, now: string): number => {
  const ageMs = Date.parse(now) - thenMs
  if (ageMs < minuteMs) return minuteMs - ageMs
  const unitMs = ageMs < hourMs ? minuteMs : ageMs < dayMs ? hourMs : dayMs
  return unitMs - (ageMs % unitMs)
}
