import type { TuiState } from '../state.js'
import { totalUsage } from './total-usage.js'

const perTokens = 1_000_000

/** What the session has cost in the currency of the prices; undefined where a part is not known. */
export const totalCost = (state: TuiState): number | undefined => {
  const price = state.pod?.greeting?.price
  const total = totalUsage(state)
  if (price === undefined || total === undefined) return undefined
  const { input, output, cache_read, cache_write } = total
  const sum =
    input * price.input +
    output * price.output +
    cache_read * price.cache_read +
    cache_write * price.cache_write
  return sum / perTokens
}
