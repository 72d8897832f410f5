import { createInterface } from 'node:readline'
import { writeText } from '../output.js'
import type { CommandIo } from '../command.js'
import { nothingTold, plainNews } from '../tui/plain-news.js'
import type { Screen, ScreenEvents, Terminal } from '../tui/screen.js'
import type { TuiState } from '../tui/state.js'

/** A screen for terminals that can only print lines: see `plainScreen`. */
export type PlainScreen = {
  readonly open: (events: ScreenEvents) => Screen
  readonly told: (state: TuiState) => void
}

/**
 * Plays the screen in lines: a line that is typed is a message with Enter behind it, Ctrl-C is the
 * key, the end of the input leaves; what is new in the state is printed.
 */
export const plainScreen = (terminal: Terminal, io: CommandIo): PlainScreen => {
  let told = nothingTold
  // Between a text and its Enter there is nothing to tell.
  let isQuiet = false
  const quietly = (act: () => void) => {
    isQuiet = true
    act()
    isQuiet = false
  }
  return {
    open: (events) => linesOf(terminal, events, quietly),
    told: (state) => {
      if (isQuiet) return
      const news = plainNews(told, state)
      told = news.told
      if (news.text !== '') void writeText(io.stdout, news.text)
    },
  }
}

const linesOf = (
  terminal: Terminal,
  events: ScreenEvents,
  quietly: (act: () => void) => void,
): Screen => {
  const { stdin, stdout, newId, monotonicMs } = terminal
  const key = (name: string) =>
    events.onMessage({ type: 'Key', name, atMs: monotonicMs(), id: newId() })
  const interrupt = () => key('Ctrl-C')
  const lines = createInterface({ input: stdin, terminal: false })
  const onLine = (text: string) => {
    if (text !== '') quietly(() => events.onMessage({ type: 'Text', text, atMs: monotonicMs() }))
    key('Enter')
  }
  const nothing = () => undefined
  return {
    start: () => {
      process.on('SIGINT', interrupt)
      lines.on('line', onLine)
      lines.on('close', events.onHangUp)
      events.onMessage({ type: 'Resize', width: stdout.columns || 80, height: 24 })
    },
    draw: nothing,
    repaint: nothing,
    title: nothing,
    ring: nothing,
    suspend: nothing,
    lend: (work) => work(),
    close: () => {
      process.off('SIGINT', interrupt)
      lines.off('line', onLine)
      lines.off('close', events.onHangUp)
      lines.close()
    },
  }
}
