import { nameDialog } from '../../../cli/tui/name-dialog.js'
import { viewNameDialog } from '../../../cli/tui/name-dialog-view.js'
import { viewOffer } from '../../../cli/tui/offer.js'
import { picker, updatePicker } from '../../../cli/tui/picker.js'
import { viewPicker } from '../../../cli/tui/picker-view.js'
import type { Picture, Setting } from './picture.js'

const rowsOf = ({ lastWords, folder, pod }: Setting['words']) =>
  Array.from({ length: 10 }, (_, n) => ({
    id: String(n),
    name: `01a22c93-000${n}`,
    age: n === 0 ? '12 s ago' : `${n} h ago`,
    place: n % 3 === 2 ? '~' : folder.replace('/home/ann', '~'),
    detail: lastWords[n % lastWords.length] ?? '',
    ...(n === 1 ? { mark: `live in ${pod}` } : {}),
    ...(n === 2 ? { blocked: 'Cannot be resumed: line 3: it is damaged' } : {}),
  }))

const sessions = ({ size, words }: Setting) =>
  picker({ size, title: 'Resume a session', rows: rowsOf(words) })

const named = ({ size, words }: Setting, fault?: string) =>
  nameDialog({
    size,
    title: 'Name of the new Pod',
    place: words.folder,
    name: words.pod,
    faultOf: () => undefined,
    fault,
  })

/** The screens before the TUI: what to carry on, what to call it, and whose folder it is. */
export const dialogScenes: ReadonlyArray<Picture> = [
  {
    name: 'sessions',
    about: 'the sessions to choose from, last used first',
    frame: (setting) => viewPicker(sessions(setting)),
  },
  {
    name: 'sessions-blocked',
    about: 'a session that cannot be resumed was picked',
    frame: (setting) => {
      const asked = updatePicker(
        { ...sessions(setting), selected: 2 },
        { type: 'Key', name: 'Enter', atMs: 0, id: 'x' },
      )
      return viewPicker(asked.type === 'open' ? asked.state : sessions(setting))
    },
  },
  {
    name: 'name',
    about: 'the name of a new Pod is asked for',
    frame: (setting) => viewNameDialog(named(setting)),
  },
  {
    name: 'name-fault',
    about: 'a name that cannot be taken',
    frame: (setting) =>
      viewNameDialog(named(setting, 'This cannot be the name of a Pod: it holds a "/".')),
  },
  {
    name: 'offer',
    about: 'another Pod works in this folder',
    frame: ({ size, words }) =>
      viewOffer({
        size,
        question: `Pod ${words.pod} works in this folder, and only one Pod may write here: ${words.folder}`,
        readOnly: 'start one that only reads',
      }),
  },
]
