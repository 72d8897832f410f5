import { type KeyRow, keyTable } from './keymap.js'
import { fact, heading, type PanelItem, words } from './panel.js'
import { slashCommands } from './slash-command.js'

/** The help: the commands, how a file is named, and every key with what it does now. */
export const helpItems = (mode: keyof Pick<KeyRow, 'running' | 'stopping' | 'resting'>): Items => [
  heading('Commands'),
  ...slashCommands.map(({ name, words: does }) => fact(`/${name}`, does)),
  words(
    'A command stands alone in the editor. With a blank before the slash it is a message.',
    'dim',
  ),
  heading('Files'),
  fact('@path', 'the content of a file goes with the message; typing @ lists the files'),
  fact('@"a b"', 'a path with blanks or signs in it'),
  fact('\\@', 'a plain @ at the start of a word'),
  heading('Lists above the editor'),
  fact('Up, Down', 'move'),
  fact('Tab, Enter', 'accept'),
  fact('Esc', 'close the list; Tab opens it again'),
  heading(`Keys while ${mode === 'resting' ? 'idle or paused' : mode}`),
  ...keyTable.map((row) => fact(row.keys.join(', '), row[mode])),
]

type Items = ReadonlyArray<PanelItem>
