import { costOf } from '../../../projections/usage.js'
import type { TuiState } from '../state.js'
import { totalUsage } from './total-usage.js'

/** What the session has cost in the currency of the prices; undefined where a part is not known. */
export const totalCost = (state: TuiState): number | undefined => {
  const total = totalUsage(state)
  return total && costOf(total, state.pod?.greeting?.price)
}
