import { createInterface } from 'node:readline'
import { messageOf } from '../../../adapters/node/message-of.js'
import type { CommandIo } from '../../command.js'
import { writeText } from '../../output.js'
import type { Sources } from '../../tui/answering.js'
import type { ReadPanel } from '../../tui/command.js'
import { slashHint } from '../../tui/menu/run-slash.js'
import { type Slash, slashIn } from '../../tui/menu/slash-command.js'
import type { Message } from '../../tui/message.js'
import type { PanelItem } from '../../tui/panel/panel.js'
import { panelLines } from '../../tui/panel/panel-lines.js'
import { statusItems } from '../../tui/panel/status-items.js'
import { needsScreen, plainHelp } from '../../tui/plain-help.js'
import { nothingTold, plainNews } from '../../tui/plain-news.js'
import type { TuiState } from '../../tui/state.js'
import type { Screen, ScreenEvents, Terminal } from '../../tui/terminal/screen.js'
import { safeText } from '../../tui/text/safe-text.js'

/** A screen for terminals that can only print lines: see `plainScreen`. */
export type PlainScreen = {
  readonly open: (events: ScreenEvents) => Screen
  readonly told: (state: TuiState) => void
}

/**
 * Plays the screen in lines: a line that is typed is a message with Enter behind it, Ctrl-C is the
 * key, the end of the input leaves; what is new in the state is printed.
 */
export const plainScreen = (
  terminal: Terminal,
  io: CommandIo,
  readPanel: Sources['readPanel'],
): PlainScreen => {
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
    open: (events) =>
      linesOf(terminal, events, {
        quietly,
        say,
        answer: async (slash, signal) => {
          const read: PanelReader = (question) => readPanel(question, signal)
          const text = await slashAnswer(slash, told.state, read).catch(
            (error: unknown) => `${safeText(messageOf(error))}\n`,
          )
          if (!signal.aborted) say(text)
        },
      }),
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
  /** Does a command and prints what it gives, unless one leaves before. */
  readonly answer: (slash: Slash, signal: AbortSignal) => Promise<void>
}

type PanelReader = (question: ReadPanel) => Promise<ReadonlyArray<PanelItem>>

const slashAnswer = async (
  slash: Slash,
  state: TuiState | undefined,
  readPanel: PanelReader,
): Promise<string> => {
  if (slash.tag !== 'command') return `${slashHint(slash)} /help lists the commands here.\n`
  const { name } = slash
  if (name === 'sessions' || name === 'pods') return `${needsScreen(name)}\n`
  if (name === 'quit' || state === undefined) return ''
  const width = state.size.width
  if (name === 'help') return printed(plainHelp, width)
  const session = state.pod?.session
  const read = await readPanel({ type: 'ReadPanel', of: name, asked: 0, session })
  return printed([...(name === 'status' ? statusItems(state) : []), ...read], width)
}

const printed = (items: ReadonlyArray<PanelItem>, width: number): string =>
  panelLines(items, width)
    .map(
      (line) =>
        `${line
          .map(({ text }) => text)
          .join('')
          .trimEnd()}\n`,
    )
    .join('')

// Behind a blank no list of files is offered, which would take the Enter.
const asMessage = (line: string): string => (/(?:^|\s)@\S*$/.test(line) ? `${line} ` : line)

const nothing = () => undefined

const drawsNothing: Omit<Screen, 'start' | 'close'> = {
  draw: nothing,
  repaint: nothing,
  title: nothing,
  ring: nothing,
  suspend: nothing,
  lend: (work) => work(),
}

const widthOf = ({ columns }: Terminal['stdout']): Message => ({
  type: 'Resize',
  width: columns || 80,
  height: 24,
})

const linesOf = (
  terminal: Terminal,
  events: ScreenEvents,
  { quietly, answer }: Printing,
): Screen => {
  const { stdin, stdout, newId, monotonicMs } = terminal
  const key = (name: string) =>
    events.onMessage({ type: 'Key', name, atMs: monotonicMs(), id: newId() })
  const interrupt = () => key('Ctrl-C')
  const resized = () => events.onMessage(widthOf(stdout))
  const lines = createInterface({ input: stdin, terminal: false })
  const leaving = new AbortController()
  const onLine = (line: string) => {
    const slash = slashIn(line)
    if (slash?.tag === 'command' && slash.name === 'quit') return events.onHangUp()
    if (slash !== undefined) return void answer(slash, leaving.signal)
    const text = asMessage(line)
    const typed = () => events.onMessage({ type: 'Text', text, atMs: monotonicMs(), id: newId() })
    if (text !== '') quietly(typed)
    key('Enter')
  }
  return {
    ...drawsNothing,
    start: () => {
      process.on('SIGINT', interrupt)
      lines.on('line', onLine)
      lines.on('close', events.onHangUp)
      stdout.on('resize', resized)
      resized()
    },
    close: () => {
      leaving.abort()
      process.off('SIGINT', interrupt)
      lines.off('line', onLine)
      lines.off('close', events.onHangUp)
      stdout.off('resize', resized)
      lines.close()
    },
  }
}
