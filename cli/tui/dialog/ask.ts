import { actionOf } from '../keys/keymap.js'
import { openScreen } from '../shell.js'
import { plainTitle } from '../status/title.js'
import type { Cause } from '../terminal/painter.js'
import type { Screen, Terminal } from '../terminal/screen.js'
import type { Asked, Dialog } from './dialog.js'

/**
 * Asks on a screen of its own; undefined when the person leaves or the terminal is gone. The
 * terminal is restored before the promise resolves. Never rejects.
 */
export const ask = <S, A, N>(terminal: Terminal, dialog: Dialog<S, A, N>): Promise<A | undefined> =>
  new Promise((resolve) => {
    const open: Open<S> = { state: dialog.initial, screen: undefined, isOver: false }
    const finish = (answer: A | undefined) => {
      if (open.isOver) return
      open.isOver = true
      dialog.feed?.close()
      open.screen?.close()
      resolve(answer)
    }
    const goOn = (asked: Asked<S, A>, cause: Cause) => {
      if (asked.type !== 'open') return finish(asked.type === 'answered' ? asked.answer : undefined)
      open.state = asked.state
      dialog.feed?.changed(open.state, tell)
      open.screen?.draw(() => dialog.view(open.state), cause)
      open.screen?.title(plainTitle)
    }
    const tell = (news: N) => {
      if (open.isOver || dialog.feed === undefined) return
      goOn({ type: 'open', state: dialog.feed.hear(open.state, news) }, 'news')
    }
    open.screen = openScreen(terminal, {
      isCharacterwise: true,
      onMessage: (message) => {
        if (open.isOver) return
        if (message.type === 'Key') handle(message.name, terminal, open.screen)
        goOn(dialog.update(open.state, message), 'key')
      },
      onHangUp: () => finish(undefined),
      lastWords: () => '',
    })
    open.screen.start()
  })

// What concerns the terminal is the same in every screen; to the dialog such a key is none.
const handle = (key: string, { settings }: Terminal, screen: Screen | undefined): void => {
  const action = actionOf(key, settings.keymap)
  if (action === 'suspend') screen?.suspend()
  if (action === 'repaint') screen?.repaint()
}

type Open<S> = { state: S; screen: Screen | undefined; isOver: boolean }
