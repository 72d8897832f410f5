import { fitLine, type Line, lineWidth, type Span, type Style, span } from '../frame.js'

/** A piece of the status line. `forms` say the same, the longest first; '' stands for nothing. */
export type StatusPart = {
  readonly forms: ReadonlyArray<string>
  /** How much it is needed: the lowest goes last. No two parts of a line have the same. */
  readonly rank: number
  readonly style: Style
  /** A still shorter form, for where there is no room for words. */
  readonly compact?: (forms: ReadonlyArray<string>) => string
}

const joint = ' · '

/**
 * As many parts as fit, in their order: short forms are taken before a part goes, and the least
 * needed goes first. The last one is cut where even its shortest form is too wide.
 */
export const fitParts = (parts: ReadonlyArray<StatusPart>, width: number): Line => {
  const said = parts.filter(({ forms }) => (forms[0] ?? '') !== '')
  const byNeed = said.toSorted((a, b) => a.rank - b.rank)
  for (let count = said.length; count > 0; count -= 1) {
    const kept = new Set(byNeed.slice(0, count))
    const line = shortened(
      said.filter((part) => kept.has(part)),
      width,
    )
    if (line !== undefined) return line
  }
  const last = byNeed[0]
  return last === undefined ? [] : fitLine([span(last.forms.at(-1) ?? '', last.style)], width)
}

/** Whether all of these parts fit, in some form. */
export const fitsAll = (parts: ReadonlyArray<StatusPart>, width: number): boolean =>
  shortened(parts, width) !== undefined

/** These parts in the longest forms that fit; undefined when they never do. */
const shortened = (parts: ReadonlyArray<StatusPart>, width: number): Line | undefined => {
  const steps = parts.reduce((sum, { forms }) => sum + forms.length - 1, 0)
  for (let step = 0; step <= steps; step += 1) {
    const line = joined(parts, wordsAt(parts, step))
    if (lineWidth(line) <= width) return line
  }
  return undefined
}

// The least needed part takes all its steps before the next one takes any.
const wordsAt = (parts: ReadonlyArray<StatusPart>, step: number): ReadonlyArray<string> =>
  parts.map(({ forms, rank }) => {
    const before = parts
      .filter((part) => part.rank > rank)
      .reduce((sum, part) => sum + part.forms.length - 1, 0)
    return forms[Math.max(0, Math.min(forms.length - 1, step - before))] ?? ''
  })

const joined = (parts: ReadonlyArray<StatusPart>, words: ReadonlyArray<string>): Line =>
  parts.flatMap(({ style }, at): ReadonlyArray<Span> => {
    const one = span(words[at] ?? '', style)
    return at === 0 ? [one] : [span(joint, 'dim'), one]
  })
