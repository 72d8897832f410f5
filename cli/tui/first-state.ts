import { withDraft } from './editor/draft.js'
import { withOwnInputs, withoutDoubles } from './editor/earlier-inputs.js'
import { initialState } from './initial-state.js'
import { goneOn } from './pod/gone-on.js'
import { type TuiState, withHint } from './state.js'
import type { TuiOptions } from './tui-options.js'

type Options = Pick<
  TuiOptions,
  'tail' | 'pods' | 'from' | 'notice' | 'draft' | 'inputs' | 'monotonicMs' | 'settings'
>

/** The state with which a TUI begins, or goes on: see `TuiOptions`. */
export const firstState = (options: Options): TuiState => {
  const { tail = [], pods, from, draft, settings } = options
  const { keymap, home, remarks } = settings
  const state = from ?? initialState({ width: 80, height: 24 })
  const history = withInputs(options, state)
  const first = goneOn(tail, { ...state, pods, keymap, home, remarks, history })
  return noticed(options, draft === undefined ? first : withDraft(draft, first))
}

const withInputs = ({ inputs = [] }: Options, { history }: TuiState): TuiState['history'] =>
  history.browsing === undefined
    ? withOwnInputs(history.entries, { ...history, entries: withoutDoubles(inputs) })
    : history

const noticed = ({ notice, draft, monotonicMs }: Options, state: TuiState): TuiState => {
  const at = { atMs: monotonicMs(), state }
  if (notice !== undefined) return withHint('error', notice, at)
  const [remark] = state.remarks
  if (remark !== undefined) return withHint('warning', remark, at)
  return draft === undefined ? state : withHint('info', 'What you had not sent is back.', at)
}
