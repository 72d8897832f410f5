import { type Keymap, keyFor, keyTable } from '../keys/keymap.js'
import { slashCommands } from '../menu/slash-command.js'
import { modeOf, type TuiState } from '../state.js'
import { fact, heading, type PanelItem, words } from './panel.js'

type Items = ReadonlyArray<PanelItem>

/** The help: the commands, how a file is named, and every key with what it does now. */
export const helpItems = (state: TuiState): Items => [
  ...commandItems,
  ...fileItems,
  ...listItems(state.keymap),
  ...searchItems(state.keymap),
  ...keyItems(state),
]

const commandItems: Items = [
  heading('Commands'),
  ...slashCommands.map(({ name, words: does }) => fact(`/${name}`, does)),
  words(
    'A command stands alone, and what looks like one is not sent. To send a message that begins ' +
      'with a slash, put a space before it.',
    'dim',
  ),
]

const fileItems: Items = [
  heading('Files'),
  fact('@path', 'sends the content of a file along; typing @ lists the files'),
  fact('@"a b"', 'a path with spaces or punctuation in it'),
  fact('\\@', 'an @ at the start of a word that names no file'),
]

const listItems = (keymap: Keymap): Items => [
  heading('Lists above the editor'),
  fact(`${keyFor('up', keymap)}, ${keyFor('down', keymap)}`, 'choose a row'),
  fact(`${keyFor('complete', keymap)}, ${keyFor('enter', keymap)}`, 'take the chosen row'),
  fact(keyFor('escape', keymap), `close; ${keyFor('complete', keymap)} opens it again`),
]

const searchItems = (keymap: Keymap): Items => [
  heading('Search, scrolled up and with nothing typed'),
  fact('/', 'looks for what is typed after it'),
  fact(
    `${keyFor('enter', keymap)}, ${keyFor('escape', keymap)}`,
    'stay at the place found, go back to where one was',
  ),
  fact('n, N', `afterwards: the next place, the one before; ${keyFor('escape', keymap)} ends it`),
]

const keyItems = (state: TuiState): Items => {
  const mode = modeOf(state)
  const column = mode === 'running' || mode === 'stopping' ? mode : 'resting'
  return [
    heading(`Keys while ${column === 'resting' ? 'idle or paused' : column}`),
    ...keyTable.flatMap((row): Items => {
      const keys = state.keymap.keys.get(row.action) ?? []
      return keys.length === 0 ? [] : [fact(keys.join(', '), row[column])]
    }),
  ]
}
