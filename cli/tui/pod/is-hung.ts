import type { TuiState } from '../state.js'

// A Pod that has not stopped after this (its own limit is 4 s) is taken for hung.
const hungMs = 5000

/** When a Pod that stops, or was asked to, will be taken for hung: Ctrl-C leaves then. */
export const hungAtMs = ({ asked, stoppingSinceMs }: TuiState): number | undefined => {
  const sinceMs = stoppingSinceMs ?? (asked?.kind === 'stop' ? asked.atMs : undefined)
  return sinceMs === undefined ? undefined : sinceMs + hungMs
}

/** Whether the Pod has taken longer to stop than it may. */
export const isHung = (atMs: number, state: TuiState): boolean =>
  atMs > (hungAtMs(state) ?? Number.POSITIVE_INFINITY)
