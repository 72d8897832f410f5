import { EventEmitter } from 'node:events'
import termkit from 'terminal-kit'
import { type Attention, createAttention } from './terminal/attention.js'
import {
  cleanPaste,
  createInputReader,
  type InputReader,
  type Unread,
} from './terminal/input-reader.js'
import { keyNameOf } from './terminal/key-name.js'
import { type Lending, lendTerminal } from './terminal/lend-terminal.js'
import { createLifecycle, type LastDeeds } from './terminal/lifecycle.js'
import { createPainter } from './terminal/painter.js'
import type { Screen, ScreenEvents, Terminal } from './terminal/screen.js'
import { type Place, suspendTerminal } from './terminal/suspend-terminal.js'
import { typedAhead } from './terminal/typed-ahead.js'
import { typingTo } from './terminal/typing-to.js'
import { sizeMessage, watchTerminal } from './terminal/watch-terminal.js'

/**
 * Takes the terminal: alternate screen, raw input, restored on every way out. The only place that
 * knows terminal-kit, which names the keys of bytes that the filter has made safe for it.
 */
export const openScreen = (terminal: Terminal, events: ScreenEvents): Screen => {
  const keys = sharedKeys(terminal.stdin, terminal.env)
  const painter = painterOf(terminal)
  const attention = attentionOf(terminal)
  const reading = readKeys(terminal, keys, { events, attention })
  const lifecycle = createLifecycle(modesOf(terminal), processEndings, lastDeeds(reading, events))
  const place: Place = { at: 'out' }
  const enter = () => {
    place.at = 'in'
    lifecycle.enter()
    keys.term.grabInput(terminal.settings.mouse ? { mouse: 'button' } : true)
    painter.forget()
    attention.forget()
    events.onMessage(sizeMessage(terminal.stdout))
  }
  const leave = leaveOf(keys, lifecycle.restore)
  const lending = lendTerminal({ lifecycle, painter, leave, enter })
  const unwatch = watchTerminal(terminal, {
    enter: unlessLent(lending, enter),
    resized: painter.forget,
    events,
  })
  const endings = [painter.stop, reading.stop, unwatch, leave, lifecycle.dispose]
  return {
    start: () => {
      if (isGone(terminal)) return events.onHangUp()
      enter()
      reading.resume()
    },
    draw: painter.draw,
    repaint: painter.forget,
    ...attention.signs,
    suspend: () => suspendTerminal(place, leave, enter),
    lend: lending.lend,
    close: () => {
      place.at = 'over'
      for (const end of endings) end()
    },
  }
}

const lastDeeds = (
  { flush }: Pick<InputReader, 'flush'>,
  { onEnding, lastWords }: ScreenEvents,
): LastDeeds => ({
  keep: () => {
    flush()
    onEnding?.()
  },
  words: lastWords,
})

const unlessLent =
  ({ isLent }: Lending, enter: () => void) =>
  (): void => {
    if (!isLent()) enter()
  }

const leaveOf =
  ({ term }: Keys, restore: () => void) =>
  (): void => {
    term.grabInput(false)
    restore()
  }

// A stream that is over tells it only once, and that may have been to a screen before this one.
const isGone = ({ stdin, stdout }: Terminal): boolean =>
  stdin.readableEnded || stdin.destroyed || stdout.destroyed

const attentionOf = ({ stdout, monotonicMs, settings }: Terminal) =>
  createAttention({ write: (text) => stdout.write(text), monotonicMs, settings })

const painterOf = ({ stdout, settings, monotonicMs }: Terminal) =>
  createPainter(
    {
      write: (text) => stdout.write(text),
      onceDrained: (listener) => stdout.once('drain', listener),
      monotonicMs,
    },
    settings.theme,
  )

type Keys = {
  readonly source: EventEmitter
  readonly term: termkit.Terminal
  /** Typed behind the key that ended a screen: it belongs to the screen that follows. */
  unread: Unread | undefined
}

const shared = new WeakMap<object, Keys>()

// Each terminal of terminal-kit listens to the process for good, so there is one for each input.
const sharedKeys = (stdin: Terminal['stdin'], env: Terminal['env']): Keys => {
  const keys = shared.get(stdin) ?? createKeys(stdin, env)
  shared.set(stdin, keys)
  return keys
}

const createKeys = (stdin: Terminal['stdin'], env: Terminal['env']): Keys => {
  const source = Object.assign(new EventEmitter(), {
    setRawMode: (raw: boolean) => stdin.setRawMode(raw),
    resume: () => stdin.resume(),
    pause: () => stdin.pause(),
  })
  const truecolor = /^(?:truecolor|24bit)$/.test(env['COLORTERM'] ?? '')
  const options = {
    stdin: source,
    stdout: process.stdout,
    generic: truecolor ? 'xterm-truecolor' : 'xterm-256color',
  }
  return { source, term: termkit.createTerminal(options as never), unread: undefined }
}

const modesOf = ({ stdin, stdout, settings }: Terminal) => ({
  withTitle: settings.title,
  withMouse: settings.mouse,
  withFocus: settings.bell !== false,
  // A terminal that is gone takes nothing; there is nobody left to tell.
  write: (text: string) => quietly(() => stdout.write(text)),
  setRaw: (raw: boolean) => quietly(() => stdin.setRawMode(raw)),
})

const quietly = (act: () => unknown): void => {
  try {
    act()
  } catch {
    // The terminal is gone: its modes went with it.
  }
}

const processEndings = {
  on: (event: string, listener: (...args: ReadonlyArray<unknown>) => void) =>
    process.on(event, listener),
  removeListener: (event: string, listener: (...args: ReadonlyArray<unknown>) => void) =>
    process.removeListener(event, listener),
  exit: (code: number) => process.exit(code),
  printError: (text: string) => quietly(() => process.stderr.write(text)),
}

type Heard = { readonly events: ScreenEvents; readonly attention: Attention }

const readKeys = (terminal: Terminal, keys: Keys, { events, attention }: Heard) => {
  const { stdin } = terminal
  const { source, term } = keys
  const typing = typingTo(events, terminal)
  const reader = createInputReader({
    onBytes: (bytes) => source.emit('data', Buffer.from(bytes, 'latin1')),
    onPaste: (bytes) => typing.paste(cleanPaste(Buffer.from(bytes, 'latin1').toString('utf8'))),
    onKey: (name) => {
      if (name.startsWith('Focus-')) attention.focused(name === 'Focus-In')
      else if (Array.from(name).length === 1) typing.text(name)
      else typing.key(name)
    },
    onReadEnd: typing.flush,
    onUnread: (unread) => (keys.unread = unread),
  })
  const onKey = (name: string, _matches: unknown, data: { readonly isCharacter: boolean }) =>
    data.isCharacter ? typing.text(name) : typing.key(keyNameOf(name))
  const onMouse = (name: string) => {
    if (name.startsWith('MOUSE_WHEEL')) typing.key(keyNameOf(name))
  }
  const onData = dataTo(reader, attention)
  term.on('key', onKey)
  term.on('mouse', onMouse)
  stdin.on('data', onData)
  return {
    resume: () => {
      const { unread } = keys
      keys.unread = undefined
      if (unread !== undefined) reader.resume(unread)
    },
    flush: reader.flush,
    stop: () => {
      reader.stop()
      term.off('key', onKey)
      term.off('mouse', onMouse)
      stdin.off('data', onData)
    },
  }
}

const dataTo = (reader: InputReader, { touched }: Attention) => {
  const asMeant = typedAhead()
  return (chunk: Buffer | string) => {
    touched()
    reader.read(asMeant(Buffer.from(chunk).toString('latin1')))
  }
}
