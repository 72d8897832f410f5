/** A row of a list above the editor. */
export type MenuRow = {
  /** What it stands for: a path as it is on disk, or the name of a command. */
  readonly id: string
  readonly label: string
  /** Places in `label`, in UTF-16 units and ascending, that what was typed has met. */
  readonly met: ReadonlyArray<number>
  /** What it does, in a few words; may be empty. */
  readonly detail: string
}

/** A list above the editor that offers how to go on with a word that is being typed. */
export type Menu = {
  readonly of: 'files' | 'commands'
  /** Where the word begins, in atoms of the editor. */
  readonly start: number
  /** What of the word is typed. */
  readonly query: string
  readonly rows: ReadonlyArray<MenuRow>
  /** Place in `rows`; undefined when Enter shall mean what it means without the list. */
  readonly selected: number | undefined
  /** What there is to say below the rows; may be empty. */
  readonly note: string
  /** The most lines that it had since it opened: it keeps them, so that nothing above it moves. */
  readonly linesKept: number
}

/** The menu in as many lines as it needs, or as it had before in the same place. */
export const keepingLines = (before: Menu | undefined, menu: Omit<Menu, 'linesKept'>): Menu => {
  const { rows, note } = menu
  const isSame = before?.of === menu.of && before.start === menu.start
  const needed = rows.length + (note === '' ? 0 : 1)
  return { ...menu, linesKept: Math.max(needed, isSame ? before.linesKept : 0) }
}

/** The row that Enter accepts, if there is one. */
export const selectedRow = ({ rows, selected }: Menu): MenuRow | undefined =>
  selected === undefined ? undefined : rows[selected]

/** The menu with the selection moved, within the rows; the first move selects an end of them. */
export const moveSelection = (by: 1 | -1, menu: Menu): Menu => {
  const last = menu.rows.length - 1
  const from = menu.selected ?? (by > 0 ? -1 : menu.rows.length)
  return last < 0 ? menu : { ...menu, selected: Math.max(0, Math.min(last, from + by)) }
}
