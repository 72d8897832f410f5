import type { Message } from './message.js'
import {
  type NameDialog,
  nameDialog,
  type NameFault,
  updateNameDialog,
  viewNameDialog,
} from './name-dialog.js'
import type { Screen, Terminal } from './screen.js'
import { openScreen } from './shell.js'

export type AskNameOptions = Terminal & {
  readonly title: string
  /** The name to begin with. */
  readonly name: string
  readonly faultOf: NameFault
}

/**
 * Asks for the name of a Pod on a screen of its own; undefined when the person leaves or the
 * terminal is gone. The terminal is restored before the promise resolves. Never rejects.
 */
export const askName = (options: AskNameOptions): Promise<string | undefined> =>
  new Promise((resolve) => {
    const dialog = createDialog(options)
    const finish = (name: string | undefined) => {
      if (dialog.isOver) return
      dialog.isOver = true
      dialog.screen?.close()
      resolve(name)
    }
    dialog.screen = openScreen(options, {
      onMessage: (message) => hear(message, finish, dialog),
      onHangUp: () => finish(undefined),
      lastWords: () => '',
    })
    dialog.screen.start()
  })

type Dialog = { state: NameDialog; screen: Screen | undefined; isOver: boolean }

const createDialog = (options: AskNameOptions): Dialog => {
  const { title, name, faultOf } = options
  return {
    state: nameDialog({ size: { width: 80, height: 24 }, title, name, faultOf }),
    screen: undefined,
    isOver: false,
  }
}

const hear = (
  message: Message,
  finish: (name: string | undefined) => void,
  dialog: Dialog,
): void => {
  if (dialog.isOver) return
  const { state, answer } = updateNameDialog(dialog.state, message)
  dialog.state = state
  if (answer.type === 'named') return finish(answer.name)
  if (answer.type === 'cancelled') return finish(undefined)
  dialog.screen?.draw(() => viewNameDialog(dialog.state))
}
