import { emptyLine, type Line, type Span, type Style } from '../frame.js'

/** Where blocks are laid out. */
export type Place = {
  readonly width: number
  /** The look of text without marks of its own. */
  readonly base: Style
  /** The source that the nodes were parsed from, line by line. */
  readonly source: ReadonlyArray<string>
}

/** What stands in front of lines: in front of the first, and of each other. Of equal columns. */
export type Lead = { readonly first: Span; readonly rest: Span; readonly columns: number }

// Where less than this is left for the text, it goes without what stands in front.
const textColumnsMin = 4

/** The lines that are drawn behind a lead, narrower by it; without it where there is no room. */
export const behind = (
  { first, rest, columns }: Lead,
  draw: (place: Place) => ReadonlyArray<Line>,
  place: Place,
): ReadonlyArray<Line> => {
  const width = place.width - columns
  if (width < textColumnsMin) return draw(place)
  const [line = emptyLine, ...others] = draw({ ...place, width })
  const isSeen = rest.text.trim() !== ''
  return [
    [first, ...line],
    ...others.map((one) => (one.length === 0 && !isSeen ? one : [rest, ...one])),
  ]
}
