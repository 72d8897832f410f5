import type { Timestamp } from '../domain/time.js'

/** How long it took, before a comma: `1 min 12.0 s, `. Nothing when a clock had stepped back. */
export const spanText = (from: Timestamp, to: Timestamp): string => {
  const ms = Date.parse(to) - Date.parse(from)
  return ms >= 0 ? `${words(ms)}, ` : ''
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const words = (ms: number): string => {
  if (ms < minute) return `${(ms / second).toFixed(1)} s`
  if (ms < hour) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / second)} s`
  return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`
}
