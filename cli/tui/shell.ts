import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import type termkit from 'terminal-kit'
import { createAttention } from './terminal/attention.js'
import type { InputReader } from './terminal/input-reader.js'
import { type Lending, lendTerminal } from './terminal/lend-terminal.js'
import { createLifecycle, type LastDeeds } from './terminal/lifecycle.js'
import { createPainter, type Painter } from './terminal/painter.js'
import { type KeyNamer, readKeys } from './terminal/read-keys.js'
import type { Screen, ScreenEvents, Terminal } from './terminal/screen.js'
import { type Place, suspendTerminal } from './terminal/suspend-terminal.js'
import { lookAtSize, sizeMessage, watchTerminal } from './terminal/watch-terminal.js'

/**
 * Takes the terminal: alternate screen, raw input, restored on every way out. The only place that
 * knows terminal-kit, which names the keys of bytes that the filter has made safe for it.
 */
export const openScreen = (terminal: Terminal, events: ScreenEvents): Screen => {
  const painter = painterOf(terminal)
  const attention = attentionOf(terminal)
  const reading = readKeys(terminal, { events, attention, keyNamer })
  const lifecycle = createLifecycle(modesOf(terminal), processEndings, lastDeeds(reading, events))
  const place: Place = { at: 'out' }
  const repaint = repaintOf(terminal, painter, events)
  const enter = () => {
    place.at = 'in'
    lifecycle.enter()
    terminal.stdin.resume()
    attention.forget()
    repaint()
  }
  const leave = leaveOf(terminal, lifecycle.restore)
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
      // Behind the first frame, which then needs not wait for it, and before anybody has read that.
      setImmediate(keyNamer)
    },
    draw: painter.draw,
    repaint,
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
    try {
      flush()
    } finally {
      onEnding?.()
    }
  },
  words: lastWords,
})

// At the size that the terminal has by now.
const repaintOf =
  ({ stdout }: Terminal, { forget }: Pick<Painter, 'forget'>, { onMessage }: ScreenEvents) =>
  (): void => {
    forget()
    lookAtSize(stdout)
    onMessage(sizeMessage(stdout))
  }

const unlessLent =
  ({ isLent }: Lending, enter: () => void) =>
  (): void => {
    if (!isLent()) enter()
  }

const leaveOf =
  ({ stdin }: Terminal, restore: () => void) =>
  (): void => {
    stdin.pause()
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

const loaded: { keyNamer?: KeyNamer } = {}

// Each terminal of terminal-kit listens to the process for good, so there is one for all screens.
// Loading it takes a third of a start.
const keyNamer = (): KeyNamer => (loaded.keyNamer ??= createKeyNamer())

// All it is used for are names: it neither reads nor writes, so the modes are the lifecycle's alone.
const createKeyNamer = (): KeyNamer => {
  const { createTerminal }: typeof termkit = createRequire(import.meta.url)('terminal-kit')
  const nothing = () => undefined
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: nothing,
    resume: nothing,
    pause: nothing,
  })
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done() })
  const term = createTerminal({ stdin, stdout, generic: 'xterm-256color' } as never)
  term.grabInput({ mouse: 'button' })
  return (bytes, named) => {
    const onKey = (name: string, _: unknown, data: { readonly isCharacter: boolean }) =>
      named.onKey(name, data.isCharacter)
    term.on('key', onKey)
    term.on('mouse', named.onMouse)
    stdin.emit('data', Buffer.from(bytes, 'latin1'))
    term.off('key', onKey)
    term.off('mouse', named.onMouse)
  }
}
