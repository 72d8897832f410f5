import type { Style } from '../frame.js'

/** A piece of text of one look. A `Span` is one that is safe already. */
export type Piece = { readonly text: string; readonly style: Style }

/** The pieces with neighbours of one look as one piece; empty ones are left out. */
export const joined = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const filled = pieces.filter(({ text }) => text !== '')
  const runs: Piece[] = []
  let texts: string[] = []
  for (const [index, { text, style }] of filled.entries()) {
    texts.push(text)
    if (filled[index + 1]?.style === style) continue
    runs.push({ text: texts.join(''), style })
    texts = []
  }
  return runs
}
