import type { Usage } from '../../../domain/reply.js'
import { tokensOf } from '../../../domain/session/usage.js'
import type { TuiState } from '../state.js'
import { shortCount } from '../text/short-count.js'
import { shortFolder } from '../text/short-folder.js'
import type { StatusPart } from './status-parts.js'
import { totalCost } from './total-cost.js'
import { totalUsage } from './total-usage.js'

/** Which Pod this is and what it has come to, the parts in the order in which they are shown. */
export const numberParts = (state: TuiState): ReadonlyArray<StatusPart> => {
  const { pod, queue, detail } = state
  const dim = (rank: number, forms: ReadonlyArray<string>) =>
    ({ forms, rank, style: 'dim' }) as const
  return [
    { forms: [pod?.pod ?? ''], rank: 1, style: 'bold' },
    { forms: queue.length === 0 ? [] : [`${queue.length} queued`], rank: 2, style: 'accent' },
    dim(5, model(pod?.greeting?.model ?? '')),
    dim(6, folder(state)),
    dim(8, tokens(totalUsage(state), state)),
    dim(3, context(state)),
    dim(7, cost(state)),
    dim(4, detail === 'normal' ? [] : [detail]),
  ]
}

const model = (name: string): ReadonlyArray<string> => [name, name.slice(name.indexOf('/') + 1)]

// The end of a path tells most.
const folder = ({ pod, home }: TuiState): ReadonlyArray<string> => {
  const cwd = pod?.greeting?.cwd
  if (cwd === undefined) return []
  const short = shortFolder(cwd, home)
  const last = short.slice(short.lastIndexOf('/') + 1)
  return short.split('/').length > 2 ? [short, `…/${last}`] : [short]
}

// Cache reads are what was sent before: counted apart, or a long turn would seem to grow for ever.
// Where a request broke off, more was used than is known.
const tokens = (
  total: Usage | undefined,
  { transcript: { isLeast } }: TuiState,
): ReadonlyArray<string> => {
  if (total === undefined) return []
  const { input, output, cache_read, cache_write } = total
  const cached = cache_read > 0 ? ` cached ${shortCount(cache_read)}` : ''
  const [taken, given] = [shortCount(input + cache_write), shortCount(output)]
  const sent = `in ${taken} out ${given}`
  return isLeast
    ? [`${sent}${cached} tokens (at least)`, `in ${taken}+ out ${given}+`]
    : [`${sent}${cached} tokens`, sent]
}

const context = ({ live, transcript, pod }: TuiState): ReadonlyArray<string> => {
  const used = live.usage ?? transcript.lastUsage
  const size = pod?.greeting?.context_window
  if (used === undefined || size === undefined || size <= 0) return []
  const part = `context ${Math.round((tokensOf(used) / size) * 100)}%`
  return [`${part} of ${shortCount(size)}`, part]
}

const cost = (state: TuiState): ReadonlyArray<string> => {
  const sum = totalCost(state)
  if (sum === undefined) return []
  const words = `$${sum.toFixed(2)}`
  return state.transcript.isLeast ? [`${words} (at least)`, `${words}+`] : [words]
}
