import { limits } from '../../../domain/limits.js'
import type { NotificationData } from '../../../domain/protocol/notification.js'
import { type Hint, type TuiState, withHint } from '../state.js'

/**
 * The state with what a Pod warns of as a hint. Alerts that come while others stand are added to
 * them, the oldest first, each once.
 */
export const withAlert = (
  { level, message }: Pick<NotificationData['alert'], 'level' | 'message'>,
  atMs: number,
  state: TuiState,
): TuiState => {
  const shown = state.hint !== undefined && atMs < state.hint.untilMs ? state.hint : undefined
  const before = (shown?.alerts ?? []).filter((one) => one !== message)
  const alerts = [...before, message].slice(-limits.alertsShownMax)
  const worse = before.length > 0 && shown !== undefined ? worst(shown.level, level) : level
  const next = withHint(worse, alerts.join('\n'), { atMs, state })
  return { ...next, hint: next.hint && { ...next.hint, alerts } }
}

const worst = (a: Hint['level'], b: Hint['level']): Hint['level'] =>
  [a, b].includes('error') ? 'error' : [a, b].includes('warning') ? 'warning' : 'info'
