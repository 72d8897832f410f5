const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

// Characters that never join a neighbour of the same set: printable ASCII, kana, CJK, Hangul
// syllables, full-width forms, box drawing. What joins (marks, ZWJ, emoji) goes to the segmenter.
const alone =
  '[\\n\\x20-\\x7e\\xa1-\\xa8\\xaa-\\xac\\xaf-\\u02ff\\u2010-\\u2027\\u2400-\\u2426\\u2500-\\u25a9' +
  '\\u3000-\\u3029\\u3041-\\u3096\\u30a0-\\u3131\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3' +
  '\\uff01-\\uff9d]'
const other = alone.replace('[', '[^')
const pieces = new RegExp(`${alone}(?=${alone}|$)|${alone}?(?:${other}{1,64}${alone}?){1,64}`, 'gu')
const goesOn = new RegExp(`^${other}`, 'u')
const allAscii = /^[\n\x20-\x7e]*$/

/**
 * The text as what a reader takes for characters (grapheme clusters), in order; joined they give
 * the text. Linear: the segmenter takes quadratic time on a long text, so it sees short runs.
 */
export const clusters = (text: string): ReadonlyArray<string> =>
  allAscii.test(text) ? text.split('') : pieceClusters(text.match(pieces) ?? [])

// Where a piece ends among what joins, its last cluster may go on in the next one and waits for it;
// a cluster that gets long waits for as much again, so that no character is looked at often.
const pieceClusters = (all: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: string[] = []
  let held = ''
  let enough = 0
  for (let index = 0; index < all.length; index += 1) {
    held += all[index] ?? ''
    const isCut = held.length > 1 && goesOn.test(all[index + 1] ?? '')
    if (isCut && held.length < enough) continue
    for (const cluster of segmented(held)) found.push(cluster)
    held = isCut ? (found.pop() ?? '') : ''
    enough = held.length * 2
  }
  return found
}

const segmented = (text: string): ReadonlyArray<string> =>
  text.length === 1 ? [text] : Array.from(segmenter.segment(text), ({ segment }) => segment)
