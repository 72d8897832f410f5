import type { TuiState } from '../../../cli/tui/state.js'
import type { Notification, QueuedInput } from '../../../domain/protocol/notification.js'
import {
  callStarted,
  ended,
  paused,
  replied,
  words as said,
  stopped,
  submitted,
} from '../events.js'
import { inputNo, turnNo } from '../record-list.js'
import {
  ack,
  idle,
  pausedStatus,
  play,
  refusal,
  running,
  sends,
  stopping,
  told,
} from '../tui-given.js'
import type { Picture, Setting } from './picture.js'
import { after, greeted, live, played, scene, snapshotOf } from './scene.js'
import { answered, askedFor, bashCall, called } from './stories.js'

const rested = (setting: Setting) => live(setting, after(...answered(setting.words)))
const busy = (setting: Setting) =>
  live(setting, { ...after(...askedFor(setting.words)), status: running })

/** The state after a text was entered, and the id of its Submit. */
const entered = (setting: Setting, state: TuiState) => {
  const step = play(state, `'${setting.words.second}`, 'Enter')
  return { state: step.state, id: sends(step.commands).at(-1)?.id ?? '' }
}

const queued = ({ words }: Setting): QueuedInput => ({
  id: inputNo(5),
  segments: [{ kind: 'text', content: words.second }],
})

const runningCall = (setting: Setting, status = running) =>
  live(setting, {
    ...after(...called(setting.words, said(setting.words.streamed), bashCall()), [
      callStarted(1, 2, 1),
    ]),
    status,
  })

// The text of an own Submit that was stopped before anything was answered.
const rolledBack = (setting: Setting): Notification => ({
  event: 'run_end',
  data: {
    result: 'rolled_back',
    turn: turnNo(5),
    input: inputNo(5),
    segments: queued(setting).segments,
    stop: 'pause',
  },
})

const takenBack = (setting: Setting): TuiState => {
  const { state, id } = entered(setting, rested(setting))
  const accepted = ack(id, { input: inputNo(5) })
  return played(state, accepted, told(running), rolledBack(setting), told(idle))
}

const takenBackElsewhere = (setting: Setting): TuiState =>
  played(rested(setting), told(running), rolledBack(setting), told(idle))

const withdrawn = (setting: Setting): TuiState => {
  const state = played(
    live(setting, {
      ...after(...askedFor(setting.words)),
      status: running,
      queue: [queued(setting)],
    }),
    `'${setting.words.typing}`,
  )
  const asked = play(state, 'Alt-Up')
  return played(asked.state, ack(sends(asked.commands)[0]?.id ?? '', { input: inputNo(5) }))
}

const offline = (setting: Setting): TuiState => {
  const { event, data } = snapshotOf(setting.words, {}) as { event: 'snapshot'; data: never }
  const { greeting } = data as { greeting: object }
  const told = { ...(data as object), greeting: { ...greeting, model: 'offline' } }
  return played(greeted(setting), { event, data: told as never })
}

const remarked = (setting: Setting): TuiState => ({
  ...live(setting),
  remarks: [
    '/home/ann/.config/yoi/manifest.toml: tui.keys.detail is ignored: expected the name of a key.',
    'tui.theme: expected "auto", "dark" or "light". The usual settings hold.',
  ],
})

/** Short moments of a screen: what was just pressed, came back, or is being waited for. */
export const momentScenes: ReadonlyArray<Picture> = [
  scene('first-screen-offline', 'a new Pod with the built-in model', offline),
  scene('first-screen-remarks', 'the manifest asks for what cannot be granted', remarked),
  scene(
    'refused',
    'a text was refused: it is back in the empty editor, with the reason',
    (setting) => {
      const { state, id } = entered(setting, rested(setting))
      return played(state, refusal(id, 'invalid_request'))
    },
  ),
  scene('taken-back-own', 'taken back: the text is in the editor again', takenBack),
  scene(
    'taken-back-elsewhere',
    'taken back: the text had not been sent from this screen',
    takenBackElsewhere,
  ),
  scene('withdrawn', 'Alt-Up took the queued input back, above what was being typed', withdrawn),
  scene('nothing-to-cancel', 'Ctrl-X was pressed while nothing runs', (setting) =>
    played(rested(setting), 'Ctrl-X'),
  ),
  scene('escape-hint', 'Escape was pressed while a turn runs', (setting) =>
    played(busy(setting), 'Escape'),
  ),
  scene('stopping-cancel', 'Ctrl-X was pressed and a command still ends', (setting) =>
    played(runningCall(setting), told({ ...stopping, stopping: 'cancel' })),
  ),
  scene('stopping-shutdown', 'the Pod was told to end and a command still ends', (setting) =>
    played(runningCall(setting), told({ ...stopping, stopping: 'shutdown' })),
  ),
  scene('stopping-resume', 'an empty Enter while it stops: the turn will go on', (setting) =>
    played(runningCall(setting, stopping), 'Enter'),
  ),
  scene('stopping-hung', 'a Pod that does not stop can be left', (setting) => {
    const state = runningCall(setting, stopping)
    const late = { type: 'Key', name: 'Ctrl-C', atMs: state.nowMs + 6000, id: 'x' } as const
    return played({ ...state, stoppingSinceMs: state.nowMs }, late)
  }),
  scene('resumed', 'a paused turn was resumed and is over', (setting) =>
    live(
      setting,
      after(
        ...askedFor(setting.words),
        [stopped(turnNo(1), [{ kind: 'text', text: setting.words.streamed }]), paused(1)],
        [{ type: 'TurnResumed', data: { turn: turnNo(1), by: 'host' } }],
        [replied(1, said(setting.words.answer)), ended(1)],
      ),
    ),
  ),
  scene('paused-typing', 'words are typed while a turn rests', (setting) =>
    played(
      live(setting, { ...after(...askedFor(setting.words), [paused(1)]), status: pausedStatus }),
      `'${setting.words.typing}`,
    ),
  ),
  scene('queued-runs', 'a queued input runs after the turn that ended', (setting) =>
    live(setting, {
      ...after(...answered(setting.words), [submitted(5, setting.words.queued)]),
      status: running,
    }),
  ),
  scene('verify-asked', '/verify while the log is checked', (setting) =>
    played(rested(setting), "'/verify", 'Enter'),
  ),
  scene('replay-nothing', '/replay of a session in which nothing has happened', (setting) =>
    played(live(setting), "'/replay", 'Enter'),
  ),
  scene('files-cut', 'the list of files is not whole, and says why', (setting) => {
    const asked = played(rested(setting), "'@")
    const paths = [setting.words.file.slice(setting.words.folder.length + 1), 'README.md']
    return played(asked, {
      type: 'FilesFound',
      asked: asked.files.asked,
      found: { paths, note: 'only the first 20,000 files' },
    })
  }),
  scene('search-open', '`/` was typed while scrolled up', (setting) =>
    played(rested(setting), 'Ctrl-Home', "'/"),
  ),
]
