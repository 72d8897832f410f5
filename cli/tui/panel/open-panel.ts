import { type Step, step, type TuiState } from '../state.js'
import { type Panel, type PanelItem, type PanelKind, words } from './panel.js'

/** Opens a panel, which asks for what it shows as soon as it is known of which session. */
export const openPanel = (of: PanelKind, state: TuiState): Step => {
  const top = of === 'replay' ? 'end' : 0
  return asking({ of, top, asked: 0, session: undefined, told: undefined }, state)
}

/** The step with an open panel that asks anew when the Pod has told of another session. */
export const withPanelAsked = ({ state, commands }: Step): Step => {
  const { panel } = state.overlay
  if (panel === undefined || panel.of === 'help' || panel.session === sessionOf(state))
    return { state, commands }
  const next = asking(panel, state)
  return step(next.state, ...commands, ...next.commands)
}

// A Pod that has named its session and not told what stands may be about to bring another one.
const sessionOf = ({ pod }: TuiState) => (pod?.greeting === undefined ? undefined : pod.session)

const asking = ({ of, top }: Panel, state: TuiState): Step => {
  const asked = state.asks + 1
  const session = sessionOf(state)
  const told = answeredHere(of, state)
  const panel: Panel = { of, top, asked, session, told }
  const next: TuiState = { ...state, asks: asked, overlay: { ...state.overlay, panel } }
  const isWaiting = session === undefined && of !== 'status'
  return told !== undefined || isWaiting
    ? step(next)
    : step(next, { type: 'ReadPanel', of, asked, session })
}

// What needs no file: the help, and the log of a session in which nothing has happened.
const answeredHere = (of: PanelKind, state: TuiState): ReadonlyArray<PanelItem> | undefined => {
  if (of === 'help') return []
  const isBlank = state.total === 0 && state.records.length === 0
  return of !== 'status' && isBlank && sessionOf(state) !== undefined
    ? [words('Nothing has happened in this session yet: it has no log.')]
    : undefined
}
