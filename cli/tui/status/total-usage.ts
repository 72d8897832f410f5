import type { Usage } from '../../../domain/reply.js'
import { addUsage } from '../../../domain/session/usage.js'
import type { TuiState } from '../state.js'

/**
 * Tokens of all requests of the session, also of those whose records are not here: scrolling up
 * changes nothing of it. Undefined until the Pod has told what went before.
 */
export const totalUsage = ({ transcript, olderUsage }: TuiState): Usage | undefined => {
  if ((transcript.first ?? 0) === 0) return transcript.totals
  return olderUsage === undefined ? undefined : addUsage(olderUsage, transcript.totals)
}

/** What is left of the tokens when those of the newer records are taken away; never below 0. */
export const usageBefore = (all: Usage | undefined, newer: Usage): Usage | undefined =>
  all && {
    input: Math.max(0, all.input - newer.input),
    output: Math.max(0, all.output - newer.output),
    cache_read: Math.max(0, all.cache_read - newer.cache_read),
    cache_write: Math.max(0, all.cache_write - newer.cache_write),
  }
