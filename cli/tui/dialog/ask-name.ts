import type { Terminal } from '../terminal/screen.js'
import { ask } from './ask.js'
import { type NameDialog, nameDialog, updateNameDialog } from './name-dialog.js'
import { viewNameDialog } from './name-dialog-view.js'

/** What a dialog begins with: a name, and what is wrong with it already, if anything is. */
export type NameQuestion = Omit<NameDialog, 'size' | 'editor' | 'keymap'> & {
  readonly name: string
}

/** Asks for the name of a Pod; undefined when the person leaves or the terminal is gone. */
export const askName = (terminal: Terminal, question: NameQuestion): Promise<string | undefined> =>
  ask(terminal, {
    initial: nameDialog({
      size: { width: 80, height: 24 },
      keymap: terminal.settings.keymap,
      ...question,
    }),
    update: updateNameDialog,
    view: viewNameDialog,
  })
