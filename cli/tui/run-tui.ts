import { type Answering, createAnswering } from './answering.js'
import type { Command, FarewellReason, SwitchTo } from './command.js'
import { createDraftKeeper, type DraftKeeper } from './editor/draft-keeper.js'
import { firstState } from './first-state.js'
import type { Message } from './message.js'
import { farewellText } from './pod/farewell.js'
import { createPodLine, type PodLine } from './pod/pod-line.js'
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
    const tell = (message: Message) => dispatch(message, loop)
    loop.answering = createAnswering(options, tell)
    loop.line = createPodLine(options, tell)
    const open = options.open ?? ((events) => openScreen(options, events))
    loop.screen = open({
      onMessage: tell,
      onHangUp: () => finish({ reason: 'hung_up', farewell: lastWords(loop) }, loop),
      onEnding: loop.keeper.leave,
      lastWords: () => lastWords(loop),
    })
    loop.screen.start()
    loop.line.connect(0)
  })

/** What changes while the TUI runs; everything else is in the state. */
type Loop = {
  readonly options: TuiOptions
  readonly resolve: (outcome: TuiOutcome) => void
  state: TuiState
  answering: Answering | undefined
  screen: Screen | undefined
  line: PodLine | undefined
  tickTimer: NodeJS.Timeout | undefined
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
    line: undefined,
    tickTimer: undefined,
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
  clearTimeout(loop.tickTimer)
  // When the terminal is gone, a signal may follow that nobody waits for any more.
  if (outcome.reason === 'hung_up') loop.keeper.leave()
  else loop.keeper.flush()
  loop.answering?.close()
  loop.screen?.close()
  loop.line?.close()
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
      return loop.line?.send(command.method)
    case 'Connect':
      return loop.line?.connect(command.afterMs)
    case 'StartAgain':
      return loop.line?.startAgain(loop.state)
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
