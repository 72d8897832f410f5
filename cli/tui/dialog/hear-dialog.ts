import type { Message } from '../message.js'
import type { Asked } from './dialog.js'

type Sized = { readonly size: { readonly width: number; readonly height: number } }

type Hear<S, A> = (words: string, state: S) => Asked<S, A>

/** What a dialog does with a key, by its name, with text that is typed, and with pasted text. */
export type DialogEars<S, A> = {
  readonly key: Hear<S, A>
  readonly text: Hear<S, A>
  readonly paste: Hear<S, A>
}

/** The answer to a message: a resize changes the size, and what is news of a Pod nothing at all. */
export const hearDialog = <S extends Sized, A>(
  ears: DialogEars<S, A>,
  state: S,
  message: Message,
): Asked<S, A> => {
  switch (message.type) {
    case 'Key':
      return ears.key(message.name, state)
    case 'Text':
      return ears.text(message.text, state)
    case 'Paste':
      return ears.paste(message.text, state)
    case 'Resize':
      return open({ ...state, size: { width: message.width, height: message.height } })
    case 'Connected':
    case 'Disconnected':
    case 'NotStarted':
    case 'Notified':
    case 'Edited':
    case 'Said':
    case 'Tick':
    case 'PanelRead':
    case 'FilesFound':
      return open(state)
  }
}

const open = <S>(state: S) => ({ type: 'open', state }) as const
