import type { Pass } from './repairs.js'

/** An item of which nothing is left says nothing and vanishes. */
export const dropEmptyItems: Pass = (items) => {
  const value = items.filter((item) => item.content.length > 0)
  const repairs = items.filter((item) => item.content.length === 0)
  return { value, repairs: repairs.map(() => 'message_empty' as const) }
}
