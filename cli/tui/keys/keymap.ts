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

/** Every key of the TUI; docs/keys.md is made from it. `resting` is idle or paused. */
export const keyTable: ReadonlyArray<KeyRow> = [
  {
    keys: ['Ctrl-C'],
    action: 'interrupt',
    running: 'pause the turn',
    stopping: 'nothing; leaves as when idle if the Pod has not answered for 5 s',
    resting: 'first press warns, again within 3 s leaves the TUI; the Pod stays',
  },
  {
    keys: ['Ctrl-X'],
    action: 'cancel',
    running: 'cancel the turn',
    stopping: 'cancel the turn',
    resting: 'nothing but a hint',
  },
  {
    keys: ['Ctrl-D'],
    action: 'shutdown_or_delete',
    running: 'empty editor: first press warns, again within 3 s shuts down; else delete forward',
    stopping: 'as while running',
    resting: 'empty editor: shut the Pod down; else delete forward',
  },
  {
    keys: ['Enter'],
    action: 'enter',
    running: 'with text: queue it; empty: nothing',
    stopping: 'kept, and done when the turn has stopped',
    resting: 'with text: run it; empty: resume when paused, after an error or with a waiting queue',
  },
  same(['Alt-Enter', 'Ctrl-J', 'Shift-Enter'], 'newline', 'newline'),
  same(
    ['Alt-Up'],
    'take_back',
    'returned text, then the last queued input, back into the editor above what was typed',
  ),
  same(['Shift-Up', 'Wheel-Up'], 'scroll_line_up', 'scroll up; stops following'),
  same(['Shift-Down', 'Wheel-Down'], 'scroll_line_down', 'scroll down'),
  same(['PageUp'], 'scroll_page_up', 'scroll up a page'),
  same(['PageDown'], 'scroll_page_down', 'scroll down a page'),
  same(['Ctrl-Home'], 'scroll_start', 'to the start of the transcript'),
  same(['Ctrl-End'], 'scroll_end', 'to the end; follows again'),
  same(['Ctrl-Up', 'Alt-PageUp'], 'turn_previous', 'to the input of the turn before'),
  same(
    ['Ctrl-Down', 'Alt-PageDown'],
    'turn_next',
    'to the input of the next turn; behind the last one to the end',
  ),
  same(['Ctrl-O'], 'detail', 'detail, normal, overview'),
  same(['Up'], 'up', 'line up in the editor, then earlier inputs'),
  same(['Down'], 'down', 'line down in the editor, then later inputs'),
  same(['Left', 'Ctrl-B'], 'left', 'one character left'),
  same(['Right', 'Ctrl-F'], 'right', 'one character right'),
  same(['Alt-Left', 'Ctrl-Left', 'Alt-B'], 'word_left', 'one word left'),
  same(['Alt-Right', 'Ctrl-Right', 'Alt-F'], 'word_right', 'one word right'),
  same(['Home', 'Ctrl-A'], 'line_start', 'to the start of the line'),
  same(['End', 'Ctrl-E'], 'line_end', 'to the end of the line'),
  same(['Backspace'], 'backspace', 'delete back; a pasted text goes as one'),
  same(['Delete'], 'delete', 'delete forward'),
  same(['Ctrl-K'], 'kill_line_end', 'cut to the end of the line'),
  same(['Ctrl-U'], 'kill_line_start', 'cut to the start of the line'),
  same(['Ctrl-W'], 'kill_blank_word', 'cut back to a blank'),
  same(['Alt-Backspace'], 'kill_word', 'cut the word before the caret'),
  same(['Alt-D', 'Alt-Delete'], 'kill_word_forward', 'cut the word behind the caret'),
  same(['Ctrl-Y'], 'yank', 'put back what was cut last'),
  same(['Alt-Y'], 'yank_pop', 'behind Ctrl-Y: what was cut before that instead'),
  same(['Ctrl-_'], 'undo', 'undo; Ctrl-/ in most terminals'),
  same(['Alt-_'], 'redo', 'redo what was undone'),
  same(['Ctrl-T'], 'open_paste', 'open the pasted text beside the caret'),
  same(['Ctrl-G'], 'edit_outside', 'write on in $VISUAL or $EDITOR, with all pasted text'),
  same(
    ['Tab'],
    'complete',
    'accept the selected row of a list; open the list of an @word or /word',
  ),
  {
    keys: ['Escape'],
    action: 'escape',
    running: 'closes a list or panel; else nothing but a hint at Ctrl-C',
    stopping: 'closes a list or panel; else nothing',
    resting: 'closes a list, a panel or a hint',
  },
  same(['Ctrl-Z'], 'suspend', 'to the shell; fg comes back'),
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
