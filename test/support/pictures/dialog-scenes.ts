import { troubleAdvice } from '../../../cli/sessions/damage.js'
import { nameDialog } from '../../../cli/tui/dialog/name-dialog.js'
import { viewNameDialog } from '../../../cli/tui/dialog/name-dialog-view.js'
import { viewOffer } from '../../../cli/tui/dialog/offer.js'
import { readingWords } from '../../../cli/tui/dialog/reading-words.js'
import { type Picker, picker, updatePicker } from '../../../cli/tui/picker/picker.js'
import { hearPicker } from '../../../cli/tui/picker/picker-news.js'
import { type Fact, nothingSaid } from '../../../cli/tui/picker/picker-row.js'
import { viewPicker } from '../../../cli/tui/picker/picker-view.js'
import { fold } from '../../../domain/projection.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import { firstTurn, recordsOf, someSession } from '../story.js'
import type { Picture, Setting } from './picture.js'

const problem = 'line 3, byte 2086: it is damaged'
const refused = {
  blocked: `Cannot be resumed: ${problem}`,
  advice: troubleAdvice('01a22c93-0002', problem),
}

const rowsOf = ({ lastWords, folder, pod }: Setting['words']) =>
  Array.from({ length: 10 }, (_, n) => ({
    id: String(n),
    name: `01a22c93-000${n}`,
    age: n === 0 ? 'just now' : `${n} h ago`,
    place: n % 3 === 2 ? '~' : folder.replace('/home/ann', '~'),
    detail: lastWords[n % lastWords.length] ?? '',
    ...(n === 1 ? { mark: `live in ${pod}` } : {}),
    ...(n === 3 ? { mark: 'ended with an error', markStyle: 'warning' as const } : {}),
    ...(n === 2 ? refused : {}),
  }))

const sessions = ({ size, words }: Setting) =>
  picker({ size, title: 'Resume a session', rows: rowsOf(words) })

/** The picker of the first `count` sessions with a preview of the selected one. */
const previewed = (
  { size, words }: Setting,
  { count, facts, selected = 0 }: PreviewedOf,
): Picker => {
  const rows = rowsOf(words).slice(0, count)
  const list = picker({ size, title: 'Resume a session', rows, hasPreviews: true })
  const { question, answer } = words
  const { blocks } = fold(transcript, recordsOf(firstTurn(someSession(1), question, answer)))
  const of = { facts: [...facts, ...place(words)], blocks: itemsFrom(0, blocks) }
  return hearPicker({ ...list, selected }, { type: 'preview', id: String(selected), of })
}

type PreviewedOf = {
  readonly count: number
  readonly facts: ReadonlyArray<Fact>
  readonly selected?: number
}

const place = ({ folder }: Setting['words']): ReadonlyArray<Fact> => [
  { text: '3 turns · 42 records · head 41 · tip 41', style: 'dim' },
  { text: folder.replace('/home/ann', '~'), style: 'dim', isPath: true },
]

const id: Fact = { text: someSession(1), style: 'bold' }
const paused: ReadonlyArray<Fact> = [
  id,
  { text: 'paused: Enter on an empty line resumes its turn', style: 'warning' },
]
const damaged: ReadonlyArray<Fact> = [
  id,
  { text: 'damaged: line 3, byte 1024: the line is not JSON', style: 'error' },
  {
    text: `yoi verify ${id.text} tells all that is wrong; yoi fork ${id.text} goes on from what is good before that, if anything is`,
    style: 'plain',
  },
]

const typedInto = (state: Picker, text: string): Picker => {
  const asked = updatePicker(state, { type: 'Text', text, atMs: 0, id: '' })
  return asked.type === 'open' ? asked.state : state
}

/** A search for words that no row shows, which were found in what was said in two sessions. */
const saidIn = (setting: Setting): Picker => {
  const { question, answer, sought } = setting.words
  const list = { ...sessions(setting), said: nothingSaid }
  const found = new Map([
    ['3', `> ${sought}? ${question}`],
    ['5', `→ …${answer.slice(3, 40).replace(/\s+/g, ' ')}…`],
  ])
  const typed = typedInto(list, sought)
  return hearPicker(typed, { type: 'said', filter: sought, reading: 'more', found })
}

const pods = ({ size, words }: Setting) =>
  picker({
    size,
    title: 'Attach to a Pod',
    rows: [words.pod, 'lab'].map((name, n) => ({
      id: name,
      name,
      age: n === 0 ? 'not used yet' : '4 min ago',
      mark: n === 0 ? 'idle · on this screen' : 'running',
      place: words.folder.replace('/home/ann', '~'),
      detail: `01a22c93-000${n}  ${n === 0 ? '[empty]' : (words.lastWords[0] ?? '')}`,
    })),
  })

const podsPreviewed = (setting: Setting): Picker => {
  const { words } = setting
  const { blocks } = fold(
    transcript,
    recordsOf(firstTurn(someSession(1), words.question, words.answer)),
  )
  const of = { facts: [id, ...place(words)], blocks: itemsFrom(0, blocks) }
  const news = { type: 'preview', id: words.pod, of } as const
  return hearPicker({ ...pods(setting), hasPreviews: true }, news)
}

const named = ({ size, words }: Setting, fault?: string) =>
  nameDialog({
    size,
    title: 'New Pod',
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
    name: 'sessions-preview',
    about: 'few sessions, and what the selected one is and ends with',
    frame: (setting) => viewPicker(previewed(setting, { count: 3, facts: paused })),
  },
  {
    name: 'sessions-damaged',
    about: 'a damaged session is selected: what is wrong and what to do',
    frame: (setting) => viewPicker(previewed(setting, { count: 3, facts: damaged, selected: 2 })),
  },
  {
    name: 'sessions-search',
    about: 'a search among the sessions',
    frame: (setting) =>
      viewPicker(typedInto(previewed(setting, { count: 10, facts: paused }), '0001')),
  },
  {
    name: 'sessions-said',
    about: 'sessions in which the words were said; the search goes on',
    frame: (setting) => viewPicker(saidIn(setting)),
  },
  {
    name: 'sessions-search-nothing',
    about: 'a search that finds no session',
    frame: (setting) => viewPicker(typedInto(sessions(setting), setting.words.sought)),
  },
  {
    name: 'sessions-searching',
    about: 'a search while older sessions are still being read',
    frame: (setting) =>
      viewPicker(typedInto({ ...sessions(setting), reading: 'more' }, setting.words.sought)),
  },
  {
    name: 'pods-preview',
    about: 'the live Pods, and what the selected one says',
    frame: (setting) => viewPicker(podsPreviewed(setting)),
  },
  {
    name: 'pods',
    about: 'the live Pods to attach to',
    frame: (setting) => viewPicker(pods(setting)),
  },
  {
    name: 'name',
    about: 'the name of a new Pod is asked for',
    frame: (setting) => viewNameDialog(named(setting)),
  },
  {
    name: 'name-resume',
    about: 'the name of the Pod that goes on with a session',
    frame: (setting) =>
      viewNameDialog({ ...named(setting), title: 'Resume Pod / session: 01a22c93-0000' }),
  },
  {
    name: 'name-reading',
    about: 'the name of a Pod that only reads, and what it may do all the same',
    frame: (setting) =>
      viewNameDialog({
        ...named(setting),
        title: 'New Pod, which only reads',
        note: readingWords,
      }),
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
        note: readingWords,
      }),
  },
]
