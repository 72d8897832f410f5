import type { Message } from '../message.js'
import type { ScreenEvents, Terminal } from './screen.js'

type Watched = {
  readonly enter: () => void
  readonly resized: () => void
  readonly events: ScreenEvents
}

/** Tells of a new size, of a terminal that is gone, and of going on after a stop; ends when called. */
export const watchTerminal = ({ stdin, stdout }: Terminal, { enter, resized, events }: Watched) => {
  const onResize = () => {
    resized()
    events.onMessage(sizeMessage(stdout))
  }
  for (const stream of [stdin, stdout]) bear(stream)
  stdout.on('resize', onResize)
  stdout.on('error', events.onHangUp)
  for (const event of goneEvents) stdin.on(event, events.onHangUp)
  process.on('SIGCONT', enter)
  return () => {
    stdout.off('resize', onResize)
    stdout.off('error', events.onHangUp)
    for (const event of goneEvents) stdin.off(event, events.onHangUp)
    process.off('SIGCONT', enter)
  }
}

const goneEvents = ['end', 'error', 'close'] as const

const borne = new WeakSet<object>()

// Between two screens and behind the last one nobody waits for the error of a terminal that is gone,
// which would end the program. One listener for all: with one a screen, Node warns at the eleventh.
const bear = (stream: Terminal['stdin'] | Terminal['stdout']): void => {
  if (borne.has(stream)) return
  borne.add(stream)
  stream.on('error', () => undefined)
}

/** The size of the terminal; 80 by 24 where it does not say. */
export const sizeMessage = (stdout: Terminal['stdout']): Message => ({
  type: 'Resize',
  width: stdout.columns > 0 ? stdout.columns : 80,
  height: stdout.rows > 0 ? stdout.rows : 24,
})

/**
 * Asks the terminal how large it is now; who listens to `resize` is told when that is news. Nobody
 * tells a process that is stopped, and Node asks only when told; terminal-kit asks it in this way.
 */
export const lookAtSize = (stdout: Terminal['stdout']): void =>
  (stdout as { readonly _refreshSize?: () => void })._refreshSize?.()
