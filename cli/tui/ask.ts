import type { Dialog } from './dialog.js'
import type { Screen, Terminal } from './screen.js'
import { openScreen } from './shell.js'

/**
 * Asks on a screen of its own; undefined when the person leaves or the terminal is gone. The
 * terminal is restored before the promise resolves. Never rejects.
 */
export const ask = <S, A>(terminal: Terminal, dialog: Dialog<S, A>): Promise<A | undefined> =>
  new Promise((resolve) => {
    const open: Open<S> = { state: dialog.initial, screen: undefined, isOver: false }
    const finish = (answer: A | undefined) => {
      if (open.isOver) return
      open.isOver = true
      open.screen?.close()
      resolve(answer)
    }
    open.screen = openScreen(terminal, {
      onMessage: (message) => {
        if (open.isOver) return
        const asked = dialog.update(open.state, message)
        if (asked.type !== 'open')
          return finish(asked.type === 'answered' ? asked.answer : undefined)
        open.state = asked.state
        open.screen?.draw(() => dialog.view(open.state))
      },
      onHangUp: () => finish(undefined),
      lastWords: () => '',
    })
    open.screen.start()
  })

type Open<S> = { state: S; screen: Screen | undefined; isOver: boolean }
