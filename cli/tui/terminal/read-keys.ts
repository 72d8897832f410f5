import type { Attention } from './attention.js'
import { cleanPaste, createInputReader, type InputReader, type Unread } from './input-reader.js'
import { keyNameOf } from './key-name.js'
import type { ScreenEvents, Terminal } from './screen.js'
import { typedAhead } from './typed-ahead.js'
import { typingTo } from './typing-to.js'

/** Who is told what the bytes were; names as terminal-kit spells them. */
export type Named = {
  readonly onKey: (name: string, isCharacter: boolean) => void
  readonly onMouse: (name: string) => void
}

/** Names the keys of these bytes before it returns. */
export type KeyNamer = (bytes: string, named: Named) => void

/** What is typed at a terminal, being read. */
export type KeyReading = {
  /** Goes on with what the screen before this one had read and not given. Call it once, first. */
  readonly resume: () => void
  readonly flush: InputReader['flush']
  /** Reads nothing more; what is left is for the screen that follows. */
  readonly stop: () => void
}

type Heard = {
  readonly events: ScreenEvents
  readonly attention: Attention
  /** Gives what names the keys, which is made when the first bytes need it. */
  readonly keyNamer: () => KeyNamer
}

/**
 * Reads the keys of a terminal and what is pasted, and tells them to its screen in their order. What
 * the terminal says of its focus goes to `attention`.
 */
export const readKeys = (
  terminal: Terminal,
  { events, attention, keyNamer }: Heard,
): KeyReading => {
  const { stdin } = terminal
  const typing = typingTo(events, terminal)
  const named: Named = {
    onKey: (name, isCharacter) => (isCharacter ? typing.text(name) : typing.key(keyNameOf(name))),
    onMouse: (name) => {
      if (name.startsWith('MOUSE_WHEEL')) typing.key(keyNameOf(name))
    },
  }
  const reader = createInputReader({
    onBytes: (bytes) => keyNamer()(bytes, named),
    onPaste: (bytes) => typing.paste(cleanPaste(Buffer.from(bytes, 'latin1').toString('utf8'))),
    onKey: (name) => {
      if (name.startsWith('Focus-')) attention.focused(name === 'Focus-In')
      else if (Array.from(name).length === 1) typing.text(name)
      else typing.key(name)
    },
    onReadEnd: typing.flush,
    onUnread: (left) => void unread.set(stdin, left),
  })
  const onData = dataTo(reader, attention, events)
  stdin.on('data', onData)
  return {
    resume: () => {
      const left = unread.get(stdin)
      unread.delete(stdin)
      if (left !== undefined) reader.resume(left)
    },
    flush: reader.flush,
    stop: () => {
      reader.stop()
      stdin.off('data', onData)
    },
  }
}

// Typed behind the key that ended a screen: it belongs to the screen that follows.
const unread = new WeakMap<object, Unread>()

const dataTo = (
  reader: InputReader,
  { touched }: Attention,
  { isCharacterwise = false }: ScreenEvents,
) => {
  const asMeant = typedAhead()
  return (chunk: Buffer | string) => {
    touched()
    const { bytes, isAhead } = asMeant(Buffer.from(chunk).toString('latin1'))
    reader.read(bytes, isAhead || isCharacterwise ? 'keys' : 'paste')
  }
}
