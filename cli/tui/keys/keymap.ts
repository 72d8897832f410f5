/** What a key asks for; update-key.ts says what it does in each state. */
export type Action =
  | 'interrupt'
  | 'cancel'
  | 'shutdown_or_delete'
  | 'enter'
  | 'newline'
  | 'take_back'
  | 'scroll_line_up'
  | 'scroll_line_down'
  | 'scroll_page_up'
  | 'scroll_page_down'
  | 'scroll_start'
  | 'scroll_end'
  | 'turn_previous'
  | 'turn_next'
  | 'detail'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'word_left'
  | 'word_right'
  | 'line_start'
  | 'line_end'
  | 'backspace'
  | 'delete'
  | 'kill_line_end'
  | 'kill_line_start'
  | 'kill_all'
  | 'kill_word'
  | 'kill_blank_word'
  | 'kill_word_forward'
  | 'yank'
  | 'yank_pop'
  | 'undo'
  | 'redo'
  | 'open_paste'
  | 'edit_outside'
  | 'complete'
  | 'escape'
  | 'suspend'
  | 'repaint'

/** A row of the key table: the keys, what they ask for, and the words for docs and help. */
export type KeyRow = {
  readonly keys: ReadonlyArray<string>
  readonly action: Action
  readonly running: string
  readonly stopping: string
  readonly resting: string
}

const same = (keys: ReadonlyArray<string>, action: Action, words: string): KeyRow => ({
  keys,
  action,
  running: words,
  stopping: words,
  resting: words,
})

const deletes = 'delete the character after the caret'

/** Every key of the TUI; docs/keys.md is made from it. `resting` is idle or paused. */
export const keyTable: ReadonlyArray<KeyRow> = [
  {
    keys: ['Ctrl-C'],
    action: 'interrupt',
    running: 'pause the turn: it can be resumed',
    stopping: 'nothing; twice, when the Pod has not answered for 5 s: leave; the Pod stays',
    resting: 'twice within 3 s: leave; the Pod stays',
  },
  {
    keys: ['Ctrl-X'],
    action: 'cancel',
    running: 'cancel the turn: it ends and cannot be resumed',
    stopping: 'cancel the turn: it ends and cannot be resumed',
    resting: 'nothing: no turn runs; a paused one ends with the next message',
  },
  {
    keys: ['Ctrl-D'],
    action: 'shutdown_or_delete',
    running: `nothing typed, twice within 3 s: pause, and shut the Pod down; else ${deletes}`,
    stopping: `nothing typed, twice within 3 s: shut the Pod down; else ${deletes}`,
    resting: `nothing typed: shut the Pod down, its session stays; else ${deletes}`,
  },
  {
    keys: ['Enter'],
    action: 'enter',
    running: 'with text: queue it, to run after this turn; nothing typed: nothing',
    stopping: 'kept, and done when the turn has stopped',
    resting:
      'with text: send it, ahead of what is queued; nothing typed: resume a paused turn, try again ' +
      'after an error, or run the next queued',
  },
  same(['Alt-Enter', 'Ctrl-J', 'Shift-Enter'], 'newline', 'a new line'),
  same(
    ['Alt-Up'],
    'take_back',
    'back into the editor, above what is typed: a text that came back, then the last queued input',
  ),
  same(['Shift-Up', 'Wheel-Up'], 'scroll_line_up', 'scroll up, and stay there while more comes'),
  same(['Shift-Down', 'Wheel-Down'], 'scroll_line_down', 'scroll down'),
  same(['PageUp'], 'scroll_page_up', 'scroll up a page'),
  same(['PageDown'], 'scroll_page_down', 'scroll down a page'),
  same(['Ctrl-Home'], 'scroll_start', 'to the start of the transcript'),
  same(['Ctrl-End'], 'scroll_end', 'to the end, and follow what comes'),
  same(['Ctrl-Up', 'Alt-PageUp'], 'turn_previous', 'to the input of the turn before'),
  same(
    ['Ctrl-Down', 'Alt-PageDown'],
    'turn_next',
    'to the input of the next turn; after the last one to the end',
  ),
  same(['Ctrl-O'], 'detail', 'show more or less: detail, normal, overview in turn'),
  same(['Up'], 'up', 'line up in the editor, then earlier inputs'),
  same(['Down'], 'down', 'line down in the editor, then later inputs'),
  same(['Left', 'Ctrl-B'], 'left', 'one character left'),
  same(['Right', 'Ctrl-F'], 'right', 'one character right'),
  same(['Alt-Left', 'Ctrl-Left', 'Alt-B'], 'word_left', 'one word left'),
  same(['Alt-Right', 'Ctrl-Right', 'Alt-F'], 'word_right', 'one word right'),
  same(['Home', 'Ctrl-A'], 'line_start', 'to the start of the line'),
  same(['End', 'Ctrl-E'], 'line_end', 'to the end of the line'),
  same(
    ['Backspace'],
    'backspace',
    'delete the character before the caret; a pasted text goes as one',
  ),
  same(['Delete'], 'delete', deletes),
  same(['Ctrl-K'], 'kill_line_end', 'cut to the end of the line; there, the line end itself'),
  same(
    ['Ctrl-U'],
    'kill_line_start',
    'cut to the start of the line; there, the line end before it',
  ),
  same(['Alt-U'], 'kill_all', 'cut all that is typed; it can be put back'),
  same(['Ctrl-W'], 'kill_blank_word', 'cut back to the space before'),
  same(['Alt-Backspace'], 'kill_word', 'cut the word before the caret'),
  same(['Alt-D', 'Alt-Delete'], 'kill_word_forward', 'cut the word after the caret'),
  same(['Ctrl-Y'], 'yank', 'put back what was cut last'),
  same(['Alt-Y'], 'yank_pop', 'right after putting back: what was cut before that instead'),
  same(['Ctrl-_'], 'undo', 'undo the last change; most terminals send it for Ctrl-/'),
  same(['Alt-_'], 'redo', 'redo what was undone'),
  same(['Ctrl-T'], 'open_paste', 'turn the [Clipboard …] beside the caret into its text'),
  same(['Ctrl-G'], 'edit_outside', 'write on in your own editor, $VISUAL or $EDITOR'),
  same(['Tab'], 'complete', 'take the selected row of a list; in an @word or /word: open its list'),
  {
    keys: ['Escape'],
    action: 'escape',
    running: 'close a list or a panel; it does not stop the turn',
    stopping: 'close a list or a panel',
    resting: 'close a list, a panel or a hint',
  },
  same(['Ctrl-Z'], 'suspend', 'to the shell for a while; fg comes back; the Pod goes on'),
  same(['Ctrl-L'], 'repaint', 'draw the whole screen again'),
]

/** Which keys ask for what, after the manifest has had its say. */
export type Keymap = {
  /** The keys of each action, the one to show to people first. */
  readonly keys: ReadonlyMap<Action, ReadonlyArray<string>>
  readonly actions: ReadonlyMap<string, Action>
}

/** The key map of these rows; no key may be in two of them. */
export const keymapOf = (rows: ReadonlyArray<Pick<KeyRow, 'keys' | 'action'>>): Keymap => ({
  keys: new Map(rows.map(({ keys, action }) => [action, keys])),
  actions: new Map(rows.flatMap(({ keys, action }) => keys.map((key) => [key, action] as const))),
})

/** The keys of the table, as they are when the manifest says nothing. */
export const defaultKeymap: Keymap = keymapOf(keyTable)

/** The keys that reach a program which only reads lines. */
export const lineKeymap: Keymap = keymapOf([
  { action: 'interrupt', keys: ['Ctrl-C'] },
  { action: 'enter', keys: ['Enter'] },
])

/** What this key asks for; undefined when it means nothing. */
export const actionOf = (key: string, { actions }: Keymap): Action | undefined => actions.get(key)

/** The key of an action as it is shown to people, such as `Esc`; '' when it has none. */
export const keyFor = (action: Action, { keys }: Keymap): string =>
  keys.get(action)?.[0]?.replace('Escape', 'Esc') ?? ''
