import type { RecordRef } from '../../../domain/ids.js'
import { textOf } from '../../../domain/segment.js'
import { tokensOf } from '../../../domain/session/usage.js'
import { grouped } from '../../../projections/usage.js'
import type { Style } from '../frame.js'
import { modeOf, type TuiState } from '../state.js'
import { totalCost } from '../status/total-cost.js'
import { totalUsage } from '../status/total-usage.js'
import { fact, type PanelItem } from './panel.js'

/** What the Pod and its session are and how they stand now; what is not known is left out. */
export const statusItems = (state: TuiState): ReadonlyArray<PanelItem> => {
  const { pod, transcript, total } = state
  const greeting = pod?.greeting
  return [
    ...known('Pod', pod?.pod),
    ...known('session', pod?.session),
    fact('status', statusWords(state), statusStyle(state)),
    ...troubleItems(state),
    ...known('connection', connectionWords(state)),
    ...known('queue', queueWords(state)),
    ...known('tip', transcript.last && refWords(transcript.last)),
    ...known('records', String(total)),
    ...known('model', greeting?.model),
    ...known('context', contextWords(state)),
    ...known('tokens', tokenWords(state)),
    ...known('cost', costWords(state)),
    ...known('folder', greeting?.cwd),
    ...(greeting?.scope ?? []).map((rule, at) => fact(at === 0 ? 'scope' : '', rule)),
    ...known('tools', greeting?.tools.join(' ')),
    ...state.podRemarks.map((remark) => fact('remark', remark, 'warning')),
  ]
}

/** A record as people are shown it. */
export const refWords = ({ seq, hash }: Pick<RecordRef, 'seq' | 'hash'>): string =>
  `record ${seq}, ${hash}`

const known = (name: string, value: string | undefined): ReadonlyArray<PanelItem> =>
  value === undefined || value === '' ? [] : [fact(name, value)]

const statusWords = (state: TuiState): string => {
  const { status } = state
  if (status === undefined) return 'not known yet'
  const words = [
    status.stopping === undefined
      ? status.status
      : `${status.status}, stopping (${status.stopping})`,
    ...(status.turn === undefined ? [] : [`turn ${status.turn}`]),
    ...(status.storage === undefined ? [] : ['the log cannot be written']),
  ]
  return `${words.join(', ')}${modeOf(state) === 'offline' ? ' when last heard' : ''}`
}

const statusStyle = ({ status }: TuiState): Style =>
  status?.storage === 'failed' ? 'error' : 'plain'

const troubleItems = ({ status, logTrouble }: TuiState): ReadonlyArray<PanelItem> =>
  status?.storage === undefined || logTrouble === '' ? [] : [fact('', logTrouble, 'error')]

const connectionWords = ({ connection }: TuiState): string => {
  switch (connection.tag) {
    case 'connecting':
      return 'being made'
    case 'greeting':
      return 'made, the Pod has not told how it stands'
    case 'live':
      return 'live'
    case 'broken':
      return `broken: ${connection.reason}`
    case 'ended':
      return 'none: the Pod has ended'
    case 'starting':
      return 'none yet: the Pod is being started again'
  }
}

const queueWords = ({ queue, status }: TuiState): string => {
  if (queue.length === 0) return 'empty'
  const held = status?.queue_held === true ? ', held' : ''
  const first = textOf(queue[0]?.segments ?? []).slice(0, 60)
  return `${queue.length} waiting${held}; next: ${first}`
}

const contextWords = ({ live, transcript, pod }: TuiState): string | undefined => {
  const used = live.usage ?? transcript.lastUsage
  if (used === undefined) return undefined
  const held = tokensOf(used)
  const size = pod?.greeting?.context_window
  if (size === undefined || size <= 0) return `${grouped(held)} tokens`
  return `${grouped(held)} of ${grouped(size)} tokens (${Math.round((held / size) * 100)}%)`
}

const tokenWords = (state: TuiState): string | undefined => {
  const total = totalUsage(state)
  return (
    total &&
    `${[
      `in ${grouped(total.input + total.cache_write)}`,
      `out ${grouped(total.output)}`,
      `read from the cache ${grouped(total.cache_read)}`,
    ].join(', ')}${leastWords(state)}`
  )
}

const costWords = (state: TuiState): string | undefined => {
  const cost = totalCost(state)
  return cost === undefined ? undefined : `$${cost.toFixed(4)}${leastWords(state)}`
}

const leastWords = ({ transcript }: TuiState): string => (transcript.isLeast ? ' (at least)' : '')
