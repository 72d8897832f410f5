import { type Answering, createAnswering } from './answering.js'
import type { Command, FarewellReason, SwitchTo } from './command.js'
import { createDraftKeeper, type DraftKeeper } from './editor/draft-keeper.js'
import { firstState } from './first-state.js'
import type { Disconnected, Message } from './message.js'
import type { ClientConnection } from './pod/connection.js'
import { farewellText } from './pod/farewell.js'
import { openScreen } from './shell.js'
import type { TuiState } from './state.js'
import { titleOf } from './status/title.js'
import type { Screen } from './terminal/screen.js'
import type { TuiOptions } from './tui-options.js'
import { nextTickMs, update } from './update.js'
import { view } from './view.js'

/** How the TUI ended. `farewell` is to be printed below the prompt; it is safe text. */
export type TuiOutcome = { readonly farewell: string } & (
  | { readonly reason: FarewellReason | 'hung_up' }
  | { readonly reason: 'incompatible'; readonly fault: string }
  | { readonly reason: 'switch'; readonly to: SwitchTo; readonly state: TuiState }
)

/**
 * Runs the TUI until it is left or switched, the Pod shuts down, or the terminal is gone; the
 * terminal is then restored and the connection closed. Signals and faults end the process, also
 * with the terminal restored. Never rejects.
 */
export const runTui = (options: TuiOptions): Promise<TuiOutcome> =>
  new Promise((resolve) => {
    const loop = createLoop(options, resolve)
    loop.answering = createAnswering(options, (message) => dispatch(message, loop))
    const open = options.open ?? ((events) => openScreen(options, events))
    loop.screen = open({
      onMessage: (message) => dispatch(message, loop),
      onHangUp: () => finish({ reason: 'hung_up', farewell: lastWords(loop) }, loop),
      onEnding: loop.keeper.leave,
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
  answering: Answering | undefined
  screen: Screen | undefined
  connection: ClientConnection | undefined
  connectTimer: NodeJS.Timeout | undefined
  tickTimer: NodeJS.Timeout | undefined
  /** The Pod is being started again: what became of earlier tries to reach it is no news. */
  isStarting: boolean
  readonly keeper: DraftKeeper
  /** Messages that would end the screen and wait for the terminal to come back. */
  held: ReadonlyArray<Message> | undefined
  isOver: boolean
}

const createLoop = (options: TuiOptions, resolve: Loop['resolve']): Loop => {
  const state = firstState(options)
  const { saveDraft = () => undefined, saveDraftNow = () => undefined } = options
  return {
    options,
    resolve,
    state,
    answering: undefined,
    screen: undefined,
    connection: undefined,
    connectTimer: undefined,
    tickTimer: undefined,
    isStarting: false,
    keeper: createDraftKeeper(state, saveDraft, saveDraftNow),
    held: undefined,
    isOver: false,
  }
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
  // When the terminal is gone, a signal may follow that nobody waits for any more.
  if (outcome.reason === 'hung_up') loop.keeper.leave()
  else loop.keeper.flush()
  loop.answering?.close()
  loop.screen?.close()
  loop.connection?.close()
  loop.resolve(outcome)
}

const dispatch = (message: Message, loop: Loop): void => {
  if (loop.isOver) return
  const { state, commands } = update(loop.state, message)
  if (loop.held !== undefined && commands.some(({ type }) => type === 'Quit')) {
    loop.held = [...loop.held, message]
    return
  }
  loop.state = state
  loop.keeper.look(state)
  for (const command of commands) perform(command, loop)
  if (loop.isOver) return
  loop.screen?.draw(() => view(loop.state), isTyped(message) ? 'key' : 'news')
  loop.screen?.title(titleOf(loop.state))
  loop.options.told?.(loop.state)
  tickLater(loop)
}

const isTyped = ({ type }: Message): boolean =>
  type === 'Key' || type === 'Text' || type === 'Paste'

const perform = (command: Command, loop: Loop): void => {
  switch (command.type) {
    case 'Send':
      return loop.connection?.send(command.method)
    case 'Connect':
      clearTimeout(loop.connectTimer)
      loop.connectTimer = setTimeout(() => void connectNow(loop), command.afterMs)
      return
    case 'StartAgain':
      clearTimeout(loop.connectTimer)
      return void startAgain(loop)
    case 'Quit':
      return finish({ ...command.farewell, farewell: command.farewell.text }, loop)
    case 'Remember':
      return loop.options.remember?.(command.segments)
    case 'EditOutside':
      return void editOutside(command.text, loop)
    case 'Switch':
      return finish(switched(command.to, loop.state), loop)
    case 'Suspend':
      return loop.screen?.suspend()
    case 'Repaint':
      return loop.screen?.repaint()
    case 'Ring':
      return loop.screen?.ring(command.words)
    case 'ReadPanel':
      return loop.answering?.readPanel(command)
    case 'LeavePanel':
      return loop.answering?.leavePanel()
    case 'ListFiles':
      return loop.answering?.listFiles(command.asked, loop.state.pod)
  }
}

const editOutside = async (text: string, loop: Loop): Promise<void> => {
  const { monotonicMs, editText } = loop.options
  if (editText === undefined || loop.screen === undefined) return
  loop.held = []
  const edited = await loop.screen.lend(() => editText(text))
  const { held } = loop
  loop.held = undefined
  const atMs = monotonicMs()
  dispatch({ type: 'Edited', text: 'text' in edited ? edited.text : undefined, atMs }, loop)
  if ('fault' in edited) dispatch({ type: 'Said', text: edited.fault, atMs }, loop)
  for (const message of held) dispatch(message, loop)
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

const startAgain = async (loop: Loop): Promise<void> => {
  const { options, state } = loop
  loop.connection?.close()
  loop.connection = undefined
  loop.isStarting = true
  const sentence = await options.startAgain(state)
  loop.isStarting = false
  if (sentence === undefined) return connectNow(loop)
  dispatch({ type: 'NotStarted', sentence, atMs: options.monotonicMs() }, loop)
}

const connectNow = async (loop: Loop): Promise<void> => {
  const made = await loop.options.connect().catch((error: unknown) => ({ error }))
  if (typeof made === 'object' && 'send' in made) return listen(made, loop)
  // Another way to the Pod was tried meanwhile, and is the one that stands.
  if (loop.connection !== undefined || loop.isStarting) return
  if (made === 'not_started') broke('it was not started', loop, { forGood: true })
  else if (made === 'gone') broke('the Pod has ended', loop, { gone: true })
  else broke(made.error instanceof Error ? made.error.message : String(made.error), loop)
}

const listen = (connection: ClientConnection, loop: Loop): void => {
  if (loop.isOver || loop.connection !== undefined) return connection.close()
  clearTimeout(loop.connectTimer)
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

const broke = (
  reason: string,
  loop: Loop,
  more: Pick<Disconnected, 'forGood' | 'gone'> = {},
): void => {
  loop.connection = undefined
  dispatch({ type: 'Disconnected', reason, ...more, atMs: loop.options.monotonicMs() }, loop)
}
