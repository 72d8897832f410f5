import { createInterface } from 'node:readline'
import type { CommandIo } from '../../command.js'
import { writeText } from '../../output.js'
import { slashIn } from '../../tui/menu/slash-command.js'
import { nothingTold, plainNews } from '../../tui/plain-news.js'
import type { TuiState } from '../../tui/state.js'
import type { Screen, ScreenEvents, Terminal } from '../../tui/terminal/screen.js'

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
  const say = (text: string) => {
    if (text !== '') void writeText(io.stdout, text)
  }
  // Between a text and its Enter there is nothing to tell.
  let isQuiet = false
  const quietly = (act: () => void) => {
    isQuiet = true
    act()
    isQuiet = false
  }
  return {
    open: (events) => linesOf(terminal, events, { quietly, say }),
    told: (state) => {
      if (isQuiet) return
      const news = plainNews(told, state)
      told = news.told
      say(news.text)
    },
  }
}

type Printing = {
  readonly quietly: (act: () => void) => void
  readonly say: (text: string) => void
}

const noCommands =
  'Here only /quit is a command. To send this as a message, put a blank before the slash.\n'

// Behind a blank no list of files is offered, which would take the Enter.
const asMessage = (line: string): string => (/(?:^|\s)@\S*$/.test(line) ? `${line} ` : line)

const linesOf = (terminal: Terminal, events: ScreenEvents, { quietly, say }: Printing): Screen => {
  const { stdin, stdout, newId, monotonicMs } = terminal
  const key = (name: string) =>
    events.onMessage({ type: 'Key', name, atMs: monotonicMs(), id: newId() })
  const interrupt = () => key('Ctrl-C')
  const lines = createInterface({ input: stdin, terminal: false })
  const onLine = (line: string) => {
    if (line === '/quit') return events.onHangUp()
    if (slashIn(line) !== undefined) return say(noCommands)
    const text = asMessage(line)
    const typed = () => events.onMessage({ type: 'Text', text, atMs: monotonicMs(), id: newId() })
    if (text !== '') quietly(typed)
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
