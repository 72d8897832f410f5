import type { TuiState } from '../../../cli/tui/state.js'
import type { QueuedInput } from '../../../domain/protocol/notification.js'
import { ended, replied, words as said, submitted } from '../events.js'
import { inputNo } from '../record-list.js'
import { idle, play, refusal, running, sends } from '../tui-given.js'
import type { Picture, Setting } from './picture.js'
import { after, live, played, scene } from './scene.js'
import { answered, askedFor, worked } from './stories.js'

const rested = (setting: Setting) => live(setting, after(...answered(setting.words)))
const busy = (setting: Setting) =>
  live(setting, { ...after(...askedFor(setting.words)), status: running })

const fullDisk =
  'The log could not be written (ENOSPC: no space left on device, write): make room on its disk. ' +
  'It is /home/ann/.local/share/yoi/sessions/01a22c93-0000.jsonl. The Pod tries again every 2 s.'
const queued = (n: number, content: string): QueuedInput => ({
  id: inputNo(n),
  segments: [{ kind: 'text', content }],
})

// A Submit that the Pod does not take, while the next text is in the editor already.
const refused = (setting: Setting): TuiState => {
  const { words } = setting
  const entered = play(rested(setting), `'${words.second}`, 'Enter', `'${words.typing}`)
  const id = sends(entered.commands)[0]?.id ?? ''
  return played(entered.state, refusal(id, 'already_running'))
}

const longTalk = ({ words }: Setting) =>
  Array.from({ length: 30 }, (_, n) => [
    submitted(n + 1, `${n + 1}. ${words.question}`),
    replied(n + 1, said(`${words.long}${n % 5 === 0 ? words.sought : ''}`.repeat(2))),
    ended(n + 1),
  ])

const talked = (setting: Setting) => live(setting, after(...longTalk(setting)))

/** What waits above the editor, what is in it, and where the transcript is scrolled to. */
export const inputScenes: ReadonlyArray<Picture> = [
  scene('typing', 'words in the editor of an idle Pod', (setting) =>
    played(rested(setting), `'${setting.words.typing}`),
  ),
  scene('editor-lines', 'several lines, the caret in the middle one', (setting) =>
    played(
      rested(setting),
      `'${setting.words.typing}`,
      'Ctrl-J',
      `'${setting.words.second}`,
      'Ctrl-J',
      `'${setting.words.queued}`,
      'Up',
      'Home',
      'Right',
    ),
  ),
  scene('editor-long', 'a text that is longer than the room for it', (setting) =>
    played(rested(setting), `'${setting.words.long.repeat(30)}`),
  ),
  scene('editor-chip', 'pasted text stands as a chip among typed words', (setting) =>
    played(
      rested(setting),
      `'${setting.words.typing} `,
      { type: 'Paste', text: `${setting.words.long}\n`.repeat(40), atMs: 5000 },
      `' ${setting.words.second}`,
    ),
  ),
  scene('sending', 'entered and not yet accepted', (setting) =>
    played(rested(setting), `'${setting.words.second}`, 'Enter'),
  ),
  scene('queue', 'entered while a turn runs: they wait their turn', (setting) =>
    played(
      live(setting, {
        ...after(...askedFor(setting.words)),
        status: running,
        queue: [queued(5, setting.words.second), queued(6, setting.words.queued)],
      }),
      `'${setting.words.typing}`,
    ),
  ),
  scene('queue-long', 'more inputs wait than are shown', (setting) =>
    live(setting, {
      ...after(...askedFor(setting.words)),
      status: running,
      queue: Array.from({ length: 9 }, (_, n) => queued(n + 5, `${n + 1} ${setting.words.queued}`)),
    }),
  ),
  scene('queue-held', 'after a stop the queue waits for the person', (setting) =>
    live(setting, {
      ...after(...answered(setting.words)),
      status: { ...idle, queue_held: true },
      queue: [queued(5, setting.words.second)],
    }),
  ),
  scene('returned', 'a text was refused and came back while another was being typed', (setting) =>
    refused(setting),
  ),
  scene('leave-warning', 'Ctrl-C was pressed once while nothing runs', (setting) =>
    played(rested(setting), 'Ctrl-C'),
  ),
  scene('shutdown-warning', 'Ctrl-D was pressed once while a turn runs', (setting) =>
    played(busy(setting), 'Ctrl-D'),
  ),
  scene('alert', 'the Pod has something to say', (setting) =>
    played(rested(setting), {
      event: 'alert',
      data: { level: 'warning', code: 'x', message: setting.words.problem },
    }),
  ),
  scene('storage-failed', 'the log cannot be written', (setting) =>
    played(
      rested(setting),
      { event: 'status', data: { ...idle, storage: 'failed' } },
      {
        event: 'alert',
        data: { level: 'error', code: 'storage_failed', message: fullDisk },
      },
    ),
  ),
  scene('scrolled', 'scrolled up: the place is held', (setting) =>
    played(talked(setting), 'PageUp', 'PageUp', 'Shift-Up'),
  ),
  scene('scrolled-top', 'at the start of a long session', (setting) =>
    played(talked(setting), 'Ctrl-Home'),
  ),
  scene('scrolled-older', 'at the start of what is loaded; the Pod has more', (setting) => {
    const { records = [] } = after(...longTalk(setting))
    return played(live(setting, { records: records.slice(60) }), 'Ctrl-Home')
  }),
  scene('search', 'words are being looked for; the place found is marked', (setting) =>
    played(talked(setting), 'Ctrl-Home', `'/${setting.words.sought}`, 'Down'),
  ),
  scene('search-kept', 'the search after Enter', (setting) =>
    played(talked(setting), 'Ctrl-Home', `'/${setting.words.sought}`, 'Down', 'Enter'),
  ),
  scene('search-nothing', 'nothing is found in what is loaded; the Pod has more', (setting) => {
    const { records = [] } = after(...longTalk(setting))
    const start = played(live(setting, { records: records.slice(60) }), 'Ctrl-Home')
    return played({ ...start, calls: [] }, `'/${setting.words.notice}`)
  }),
  scene('turn-before', 'Ctrl-Up has put the input of a turn at the top', (setting) =>
    played(talked(setting), 'Ctrl-Up', 'Ctrl-Up'),
  ),
  scene('scrolled-working', 'scrolled up among tools', (setting) =>
    played(live(setting, after(...worked(setting.words))), 'PageUp'),
  ),
]
