// Columns between the text of two cells, and of both ends: `│ `, ` │ `, ` │`.
const borderColumns = 3
const endColumns = 1
// Narrower than this, most words would be broken.
const columnsMin = 8

/**
 * The columns of each cell of a table whose cells need these, in `width` columns: the narrow ones
 * get what they need, the others share the rest alike. Undefined when they would get too narrow.
 */
export const columnWidths = (
  needed: ReadonlyArray<number>,
  width: number,
): ReadonlyArray<number> | undefined => {
  const room = width - needed.length * borderColumns - endColumns
  const most = share(
    [...needed].sort((a, b) => a - b),
    room,
  )
  if (needed.length === 0 || most < Math.min(columnsMin, Math.max(...needed))) return undefined
  return needed.map((columns) => Math.min(columns, most))
}

/** The most that a column may have, so that all of them fit. */
const share = (sorted: ReadonlyArray<number>, room: number): number => {
  let left = room
  for (const [index, columns] of sorted.entries()) {
    const each = Math.floor(left / (sorted.length - index))
    if (columns > each) return each
    left -= columns
  }
  return Math.max(0, ...sorted)
}
