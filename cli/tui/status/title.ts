import { type Mode, modeOf, type TuiState } from '../state.js'
import { safeLine } from '../text/safe-text.js'
import { takeColumns } from '../text/take-columns.js'
import { isLogBroken } from './status-words.js'

const columnsMax = 80

/** The title of the terminal: a sign for the state, the Pod, the program. Safe to be sent. */
export const titleOf = (state: TuiState): string => {
  if (state.pod === undefined) return plainTitle
  const sign = isLogBroken(state) ? '✗ ' : signs[modeOf(state)]
  return `${sign}${takeColumns(safeLine(state.pod.pod), columnsMax)} — ${plainTitle}`
}

/** The title of a screen without a Pod. */
export const plainTitle = 'yoi'

const signs: Readonly<Record<Mode, string>> = {
  offline: '✗ ',
  idle: '',
  running: '● ',
  stopping: '■ ',
  paused: '‖ ',
}
