import type { Usage } from '../../domain/reply.js'
import { isEmpty } from './editor.js'
import { offeredWords } from './offered-words.js'
import { fitLine, type Line, span, type Style } from './frame.js'
import { type Mode, modeOf, type TuiState } from './state.js'
import { totalCost } from './total-cost.js'
import { totalUsage } from './total-usage.js'
import { canResume } from './update-enter.js'
import { wrapText } from './wrap.js'

/**
 * The lines at the bottom: the state with what Enter and Ctrl-C do next, and the numbers; without a
 * Pod why it is away, in up to three lines.
 */
export const statusLines = (state: TuiState): ReadonlyArray<Line> => {
  const { width } = state.size
  const { word, style } = stateWord(state)
  const keys = [enterWords(state), ctrlCWords(state)].filter((words) => words !== '').join(' · ')
  return [
    fitLine([span(word, style), span(keys === '' ? '' : ` · ${keys}`, 'plain')], width),
    ...below(state).map((words) => fitLine([span(words, 'dim')], width)),
  ]
}

// While there is no Pod its numbers say little; why it is away says more.
const below = (state: TuiState): ReadonlyArray<string> =>
  state.connection.tag === 'broken'
    ? wrapText(state.connection.reason, state.size.width).slice(0, 3)
    : [numbers(state)]

const styles: Readonly<Record<Mode, Style>> = {
  offline: 'error',
  idle: 'ok',
  running: 'accent',
  stopping: 'warning',
  paused: 'warning',
}

const stateWord = (state: TuiState): { readonly word: string; readonly style: Style } => {
  const mode = modeOf(state)
  const style = styles[mode]
  if (state.status?.storage === 'failed' && mode !== 'offline')
    return {
      word: `${mode}, the log cannot be written: input is refused until it can`,
      style: 'error',
    }
  return { word: mode === 'offline' ? offlineWord(state) : stoppingWord(mode, state), style }
}

const stoppingWord = (mode: Mode, { status }: TuiState): string =>
  mode === 'stopping' && status?.stopping !== undefined ? `stopping (${status.stopping})` : mode

const offlineWord = ({ connection, nowMs }: TuiState): string => {
  switch (connection.tag) {
    case 'connecting':
      return 'connecting to the Pod'
    case 'greeting':
    case 'live':
      return 'waiting for the Pod'
    case 'broken': {
      const seconds = Math.max(0, (connection.retryAtMs - nowMs) / 1000).toFixed(0)
      return `connection lost, trying again in ${seconds} s`
    }
  }
}

/** What Enter does next, in words. */
export const enterWords = (state: TuiState): string => {
  const offered = offeredWords(state)
  if (offered !== undefined) return offered
  const empty = isEmpty(state.editor)
  switch (modeOf(state)) {
    case 'paused':
      return empty ? 'Enter to resume, type to start new turn' : 'Enter to start a new turn'
    case 'running':
      return empty ? 'type to queue' : 'Enter to queue'
    case 'stopping':
      return empty && state.keptResume === undefined ? '' : 'Enter is kept until it has stopped'
    case 'offline':
      return empty ? '' : 'Enter is kept until the Pod answers'
    case 'idle':
      return idleWords(empty, state)
  }
}

const idleWords = (empty: boolean, state: TuiState): string => {
  if (!empty) return 'Enter to send'
  if (!canResume(state)) return 'type to start'
  return state.queue.length > 0 ? 'Enter to run the next queued' : 'Enter to try again'
}

const ctrlCWords = (state: TuiState): string => {
  switch (modeOf(state)) {
    case 'running':
      return 'Ctrl-C to pause'
    case 'stopping':
      return 'Ctrl-X to cancel'
    case 'idle':
    case 'paused':
    case 'offline':
      return state.armed?.action === 'interrupt' ? 'Ctrl-C to leave' : 'Ctrl-C twice to leave'
  }
}

const numbers = (state: TuiState): string =>
  [
    state.pod?.pod ?? '',
    state.pod?.greeting?.model ?? '',
    tokens(totalUsage(state)),
    context(state),
    cost(state),
    state.detail === 'normal' ? '' : state.detail,
  ]
    .filter((part) => part !== '')
    .join(' · ')

// Cache reads are what was sent before: counted apart, or a long turn would seem to grow for ever.
const tokens = (total: Usage | undefined): string => {
  if (total === undefined) return ''
  const { input, output, cache_read, cache_write } = total
  const cached = cache_read > 0 ? ` cached ${short(cache_read)}` : ''
  return `in ${short(input + cache_write)} out ${short(output)}${cached} tokens`
}

const short = (count: number): string => {
  if (count < 1000) return String(count)
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`
}

const context = ({ live, transcript, pod }: TuiState): string => {
  const used = live.usage ?? transcript.lastUsage
  const size = pod?.greeting?.context_window
  if (used === undefined || size === undefined || size <= 0) return ''
  const held = used.input + used.cache_read + used.cache_write + used.output
  return `context ${Math.round((held / size) * 100)}%`
}

const cost = (state: TuiState): string => {
  const sum = totalCost(state)
  return sum === undefined ? '' : `$${sum.toFixed(2)}`
}
