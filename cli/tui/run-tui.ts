import type { LogRecord } from '../../domain/log/record.js'
import type { ClientConnection } from './connection.js'
import type { Command, FarewellReason, SwitchTo } from './command.js'
import { farewellText } from './farewell.js'
import { goneOn } from './gone-on.js'
import type { Message } from './message.js'
import type { Screen, ScreenEvents, Terminal } from './screen.js'
import { openScreen } from './shell.js'
import { initialState, type TuiState, withHint } from './state.js'
import { nextTickMs, update } from './update.js'
import { titleOf } from './title.js'
import { view } from './view.js'

export type TuiOptions = Terminal & {
  /**
   * Makes a connection to the Pod; rejects with a sentence, and gives `not_started` when there will
   * never be a Pod. Called again after each break.
   */
  readonly connect: () => Promise<ClientConnection | 'not_started'>
  /** The newest records of the session, to be shown until the Pod answers. */
  readonly tail?: ReadonlyArray<LogRecord>
  /** How many Pods run and how to stop them; shown on the first screen. May be empty. */
  readonly podsText: string
  /** A TUI of this Pod that was left by a switch: it goes on as after a break of the line. */
  readonly from?: TuiState
  /** Why the person is here again, when something was refused. */
  readonly notice?: string
  /** What else is to be printed when the program ends; safe text, may be empty. */
  readonly besides?: () => string
  /** Takes the terminal in another way than the whole screen. */
  readonly open?: (events: ScreenEvents) => Screen
  /** Told of each new state. */
  readonly told?: (state: TuiState) => void
}

/** How the TUI ended. `farewell` is to be printed below the prompt; it is safe text. */
export type TuiOutcome = { readonly farewell: string } & (
  | { readonly reason: FarewellReason | 'hung_up' }
  | { readonly reason: 'switch'; readonly to: SwitchTo; readonly state: TuiState }
)

/**
 * Runs the TUI until it is left or switched, the Pod shuts down, or the terminal is gone; the terminal is then
 * restored and the connection closed. Signals and faults end the process, also with the terminal
 * restored. Never rejects.
 */
export const runTui = (options: TuiOptions): Promise<TuiOutcome> =>
  new Promise((resolve) => {
    const loop = createLoop(options, resolve)
    const open = options.open ?? ((events) => openScreen(options, events))
    loop.screen = open({
      onMessage: (message) => dispatch(message, loop),
      onHangUp: () => finish({ reason: 'hung_up', farewell: lastWords(loop) }, loop),
      lastWords: () => lastWords(loop),
    })
    loop.screen.start()
    void connectNow(loop)
  })

/** What changes while the TUI runs; everything else is in the state. */
type Loop = {
  readonly options: TuiOptions
  readonly resolve: (outcome: TuiOutcome) => void
  state: TuiState
  screen: Screen | undefined
  connection: ClientConnection | undefined
  connectTimer: NodeJS.Timeout | undefined
  tickTimer: NodeJS.Timeout | undefined
  isOver: boolean
}

const createLoop = (options: TuiOptions, resolve: Loop['resolve']): Loop => ({
  options,
  resolve,
  state: firstState(options),
  screen: undefined,
  connection: undefined,
  connectTimer: undefined,
  tickTimer: undefined,
  isOver: false,
})

const firstState = (options: TuiOptions): TuiState => {
  const { tail = [], podsText, from, notice, monotonicMs, settings } = options
  const { keymap, home, remarks } = settings
  const state = from ?? initialState({ width: 80, height: 24 }, podsText)
  const first = goneOn(tail, { ...state, podsText, keymap, home, remarks })
  return notice === undefined
    ? first
    : withHint('error', notice, { atMs: monotonicMs(), state: first })
}

const lastWords = ({ state, options }: Loop): string =>
  [farewellText('left', state), options.besides?.() ?? ''].filter((text) => text !== '').join('\n')

const switched = (to: SwitchTo, state: TuiState): TuiOutcome => ({
  reason: 'switch',
  to,
  state,
  farewell: farewellText('left', state),
})

const finish = (outcome: TuiOutcome, loop: Loop): void => {
  if (loop.isOver) return
  loop.isOver = true
  clearTimeout(loop.connectTimer)
  clearTimeout(loop.tickTimer)
  loop.screen?.close()
  loop.connection?.close()
  loop.resolve(outcome)
}

const dispatch = (message: Message, loop: Loop): void => {
  if (loop.isOver) return
  const { state, commands } = update(loop.state, message)
  loop.state = state
  for (const command of commands) perform(command, loop)
  if (loop.isOver) return
  loop.screen?.draw(() => view(loop.state))
  loop.screen?.title(titleOf(loop.state))
  loop.options.told?.(loop.state)
  tickLater(loop)
}

const perform = (command: Command, loop: Loop): void => {
  switch (command.type) {
    case 'Send':
      return loop.connection?.send(command.method)
    case 'Connect':
      loop.connectTimer = setTimeout(() => void connectNow(loop), command.afterMs)
      return
    case 'Quit':
      return finish({ reason: command.farewell.reason, farewell: command.farewell.text }, loop)
    case 'Switch':
      return finish(switched(command.to, loop.state), loop)
    case 'Suspend':
      return loop.screen?.suspend()
    case 'Repaint':
      return loop.screen?.repaint()
    case 'Ring':
      return loop.screen?.ring(command.words)
  }
}

const tickLater = (loop: Loop): void => {
  const { monotonicMs } = loop.options
  clearTimeout(loop.tickTimer)
  const nowMs = monotonicMs()
  const atMs = nextTickMs(loop.state, nowMs)
  if (atMs === undefined) return
  const tick = () => dispatch({ type: 'Tick', atMs: monotonicMs() }, loop)
  loop.tickTimer = setTimeout(tick, atMs - nowMs + 1)
}

const connectNow = async (loop: Loop): Promise<void> => {
  const made = await loop.options.connect().then(
    (connection) => ({ connection }),
    (error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) }),
  )
  if ('reason' in made) broke(made.reason, loop)
  else if (made.connection === 'not_started') broke('it was not started', loop, true)
  else listen(made.connection, loop)
}

const listen = (connection: ClientConnection, loop: Loop): void => {
  if (loop.isOver) return connection.close()
  const { monotonicMs } = loop.options
  loop.connection = connection
  dispatch({ type: 'Connected', atMs: monotonicMs() }, loop)
  connection.onNotification((notification) =>
    dispatch({ type: 'Notified', notification, atMs: monotonicMs() }, loop),
  )
  connection.onClose((reason) => {
    if (loop.connection === connection) broke(reason ?? 'the Pod closed it', loop)
  })
}

const broke = (reason: string, loop: Loop, forGood = false): void => {
  loop.connection = undefined
  dispatch({ type: 'Disconnected', reason, forGood, atMs: loop.options.monotonicMs() }, loop)
}
