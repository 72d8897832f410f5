import { withDraftHint } from '../editor/draft-hint.js'
import { emptyEditor } from '../editor/editor.js'
import type { KeyMessage } from '../message.js'
import { openPanel } from '../panel/open-panel.js'
import { farewellText } from '../pod/farewell.js'
import { type Step, step, type TuiState } from '../state.js'
import { noOverlay } from './overlay.js'
import type { Slash, SlashName } from './slash-command.js'

/** Enter on what begins with a slash: the command is done, or a hint says why nothing is sent. */
export const runSlash = (slash: Slash, key: KeyMessage, state: TuiState): Step => {
  switch (slash.tag) {
    case 'command':
      return runCommand(slash.name, cleared(state))
    case 'unknown':
    case 'overlong':
      return step(withDraftHint('warning', slashHint(slash), { ...key, state }))
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

/** Why a text with a slash is neither a command nor a message. */
export const slashHint = (slash: Exclude<Slash, { readonly tag: 'command' }>): string =>
  slash.tag === 'unknown' ? unknownHint(slash) : overlongHint(slash.name)

const unknownHint = ({ word, near }: Extract<Slash, { readonly tag: 'unknown' }>): string => {
  const advice = near === undefined ? 'see /help.' : `did you mean /${near}?`
  return `There is no command /${word}: ${advice} ${asMessage}`
}

const overlongHint = (name: string): string => `/${name} stands alone. ${asMessage}`

/** The state whose editor has lost a command that is done; what was being typed before comes back. */
export const cleared = (state: TuiState): TuiState => ({
  ...state,
  editor: state.history.browsing?.draft ?? { ...emptyEditor, kills: state.editor.kills },
  history: { ...state.history, browsing: undefined },
  overlay: { ...state.overlay, menu: undefined, dismissed: undefined },
  hint: undefined,
})
