import { type Line, type Style, span } from '../frame.js'

/** What stands in front of the first line of a text, and of those that follow. */
export type Lead = { readonly first: string; readonly behind: string }

type Set = {
  readonly width: number
  readonly style: Style
  /** Breaks a text into lines. */
  readonly broken: (text: string, width: number) => ReadonlyArray<string>
}

const textColumnsMin = 16

/**
 * A text that goes on under itself: behind its lead, which is one of plain ASCII, and where the
 * screen is too narrow for that behind as much of it as leaves room.
 */
export const hung = (
  text: string,
  { first, behind }: Lead,
  { width, style, broken }: Set,
): ReadonlyArray<Line> => {
  const room = Math.max(0, width - textColumnsMin)
  const [lead, next] = [first.slice(0, room), behind.slice(0, room)]
  const columns = width - Math.max(lead.length, next.length)
  return broken(first.slice(room) + text, columns).map((words, at) => [
    span((at === 0 ? lead : next) + words, style),
  ])
}
