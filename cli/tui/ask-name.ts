import { ask } from './ask.js'
import { nameDialog, type NameFault, updateNameDialog, viewNameDialog } from './name-dialog.js'
import type { Terminal } from './screen.js'

export type AskNameOptions = Terminal & {
  readonly title: string
  /** The name to begin with. */
  readonly name: string
  readonly faultOf: NameFault
}

/** Asks for the name of a Pod; undefined when the person leaves or the terminal is gone. */
export const askName = (options: AskNameOptions): Promise<string | undefined> => {
  const { title, name, faultOf } = options
  return ask(options, {
    initial: nameDialog({ size: { width: 80, height: 24 }, title, name, faultOf }),
    update: updateNameDialog,
    view: viewNameDialog,
  })
}
