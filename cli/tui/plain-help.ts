import { type SlashName, slashCommands } from './menu/slash-command.js'
import { fact, heading, type PanelItem, words } from './panel/panel.js'

/** The commands of a terminal that only takes lines; the others need a screen to choose on. */
export const plainCommands: ReadonlyArray<SlashName> = [
  'help',
  'status',
  'verify',
  'replay',
  'quit',
]

/** The help of a terminal that only takes lines: what a line does, the commands, and the keys. */
export const plainHelp: ReadonlyArray<PanelItem> = [
  heading('Lines'),
  fact('words', 'go to the model; while a turn runs they wait until it has ended'),
  fact('an empty line', 'resumes a paused turn, tries again after an error, runs what waits'),
  fact('@path', 'sends the content of a file along'),
  heading('Commands'),
  ...slashCommands
    .filter(({ name }) => plainCommands.includes(name))
    .map(({ name, words: does }) => fact(`/${name}`, does)),
  words(
    'A command stands alone in its line, and what looks like one is not sent; behind a blank, ' +
      'a slash begins a message.',
  ),
  heading('Keys'),
  fact('Ctrl-C', 'pauses while a turn runs; twice leaves while none does, and the Pod goes on'),
  fact('Ctrl-D', 'leaves; the Pod goes on'),
  heading('From another shell'),
  fact('yoi ctl <pod> cancel', 'ends the running turn; abandon ends the resting one'),
  fact('yoi ctl <pod> shutdown', 'stops the Pod; its session can be gone on with later'),
  fact('yoi pods, yoi sessions', 'lists; yoi <pod> and yoi --session ID go to one of them'),
]

/** Why a command that needs a screen does nothing here, and what does the same. */
export const needsScreen = (name: 'sessions' | 'pods'): string =>
  name === 'sessions'
    ? 'This terminal cannot show the list: see yoi sessions, and go on with yoi --session ID.'
    : 'This terminal cannot show the list: see yoi pods, and attach with yoi <pod>.'
