import type { SessionId } from '../../../domain/ids.js'
import type { Command } from '../command.js'
import { emptyEditor } from '../editor/editor.js'
import type { KeyMessage } from '../message.js'
import { type PanelKind, words } from '../panel/panel.js'
import { farewellText } from '../pod/farewell.js'
import { type Step, step, type TuiState, withHint } from '../state.js'
import { noOverlay } from './overlay.js'
import type { Slash, SlashName } from './slash-command.js'

/** Enter on what begins with a slash: the command is done, or a hint says why nothing is sent. */
export const runSlash = (slash: Slash, key: KeyMessage, state: TuiState): Step => {
  switch (slash.tag) {
    case 'command':
      return runCommand(slash.name, cleared(state))
    case 'unknown':
      return step(withHint('warning', unknownHint(slash.word), { ...key, state }))
    case 'overlong':
      return step(withHint('warning', overlongHint(slash.name), { ...key, state }))
  }
}

/** Does a command; the editor is left as it is. */
export const runCommand = (name: SlashName, state: TuiState): Step => {
  switch (name) {
    case 'help':
    case 'status':
    case 'verify':
    case 'replay':
      return openPanel(name, state)
    case 'sessions':
    case 'pods':
      return step({ ...state, overlay: noOverlay }, { type: 'Switch', to: name })
    case 'quit':
      return step(state, {
        type: 'Quit',
        farewell: { reason: 'left', text: farewellText('left', state) },
      })
  }
}

const asMessage = 'With a blank before the slash it is a message.'

const unknownHint = (word: string): string => `There is no command /${word}. ${asMessage}`

const overlongHint = (name: string): string => `/${name} stands alone. ${asMessage}`

/** The state whose editor has lost a command that is done; what was being typed before comes back. */
export const cleared = (state: TuiState): TuiState => ({
  ...state,
  editor: state.history.browsing?.draft ?? { ...emptyEditor, kills: state.editor.kills },
  history: { ...state.history, browsing: undefined },
  overlay: { ...state.overlay, menu: undefined, dismissed: undefined },
  hint: undefined,
})

const openPanel = (of: PanelKind, state: TuiState): Step => {
  const asked = state.asks + 1
  const told = answeredHere(of, state)
  const next: TuiState = {
    ...state,
    asks: asked,
    overlay: {
      ...state.overlay,
      panel: { of, asked, told, top: of === 'replay' ? 'end' : 0 },
    },
  }
  return told === undefined ? step(next, readPanel(of, asked, state.pod?.session)) : step(next)
}

const readPanel = (of: PanelKind, asked: number, session: SessionId | undefined): Command => ({
  type: 'ReadPanel',
  of,
  asked,
  session,
})

// What needs no file: the help, and the log of a session in which nothing has happened.
const answeredHere = (of: PanelKind, { total, records, pod }: TuiState) => {
  if (of === 'help') return []
  if (of !== 'verify' && of !== 'replay') return undefined
  if (pod === undefined) return [words('The session is not known until the Pod answers.')]
  const isBlank = total === 0 && records.length === 0
  return isBlank ? [words('Nothing has happened in this session yet: it has no log.')] : undefined
}
