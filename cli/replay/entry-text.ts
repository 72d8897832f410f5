import type { Seq } from '../../domain/ids.js'
import type { LogProblem } from '../../domain/log/reading.js'
import type { Mark, TimelineEntry } from '../../projections/timeline.js'
import type { BodyLine, Told, Who } from '../../projections/told.js'
import { type Fate, fateWords } from '../../projections/turn-fate.js'
import { problemWords } from '../sessions/problem-words.js'
import { safeLine, safeText } from '../tui/text/safe-text.js'
import { wrapText } from '../tui/text/wrap.js'
import { type PageLook, type Paint, painted } from './page-look.js'

/**
 * An entry as text: one line that says it, then what was said, set in. Every line of a turn that did
 * not come to a good end has that turn's sign in its first column, and the first one its word.
 */
export const entryText = (entry: TimelineEntry, look: PageLook): string => {
  const { seq, at, who, what, body, mark } = entry
  const fate = markFate(mark)
  const sign = signs[fate] === ' ' ? ' ' : painted(signs[fate], paints[fate], look)
  const place = `#${seq}`.padEnd(4)
  const head = `${place} ${at.slice(11, 23)} ${who.padEnd(6)} `
  const line = `${what}${tagOf(mark)}`
  const undone = fate === 'taken_back'
  return [
    ...titleLines(mark, look),
    ...headLines({ head, line, who, sign, undone }, look),
    ...body.flatMap((one) => bodyLines(one, { sign, undone }, look)),
  ]
    .map((text) => `${text.trimEnd()}\n`)
    .join('')
}

const signs: Readonly<Record<Fate, string>> = {
  running: ' ',
  finished: ' ',
  paused: ':',
  interrupted: '?',
  cancelled: 'x',
  errored: ' ',
  limit_reached: ' ',
  taken_back: '~',
}

const paints: Readonly<Record<Fate, Paint>> = {
  running: 'plain',
  finished: 'plain',
  paused: 'warning',
  interrupted: 'warning',
  cancelled: 'error',
  errored: 'error',
  limit_reached: 'error',
  taken_back: 'warning',
}

// What was taken back is marked for itself: it may lie in a turn that stands again.
const markFate = ({ fate, takenBackBy }: Mark): Fate => {
  if (takenBackBy !== undefined) return 'taken_back'
  return fate === undefined || fate === 'taken_back' ? 'finished' : fate
}

const tagOf = (mark: Mark): string => {
  if (mark.takenBackBy !== undefined) return `  [taken back by #${mark.takenBackBy}]`
  const fate = markFate(mark)
  return signs[fate] === ' ' ? '' : `  [${fateWords[fate]}]`
}

const titleColumns = 78

const titleLines = ({ title, fate = 'finished' }: Mark, look: PageLook): ReadonlyArray<string> => {
  if (title === undefined) return []
  const width = Math.min(titleColumns, look.width ?? titleColumns)
  const paint = fateWords[fate] === '' ? 'strong' : paints[fate]
  return ['', painted(`── ${title} `.padEnd(width, '─'), paint, look)]
}

const indent = '     '
const whoPaints: Readonly<Record<Who, Paint>> = {
  you: 'you',
  parent: 'you',
  child: 'place',
  model: 'model',
  tool: 'tool',
  hook: 'place',
  yoi: 'plain',
}

type Head = {
  readonly head: string
  readonly line: string
  readonly who: Who
  readonly sign: string
  readonly undone: boolean
}

const headLines = (
  { head, line, who, sign, undone }: Head,
  look: PageLook,
): ReadonlyArray<string> => {
  const [first = '', ...rest] = wrapped(head + line, indent.length + 1, look)
  const paint = undone ? 'faint' : whoPaints[who]
  const begin = painted(first.slice(0, head.length), paint, look)
  const plain = undone ? 'faint' : 'plain'
  return [
    `${sign} ${begin}${painted(first.slice(head.length), plain, look)}`,
    ...rest.map((text) => `${sign}${indent}${painted(text, plain, look)}`),
  ]
}

const bodyPaints: Readonly<Record<BodyLine['look'], Paint>> = {
  words: 'plain',
  faint: 'faint',
  added: 'added',
  removed: 'removed',
  place: 'place',
}

const bodyLines = (
  { text, look: bodyLook }: BodyLine,
  { sign, undone }: Pick<Head, 'sign' | 'undone'>,
  look: PageLook,
): ReadonlyArray<string> =>
  wrapped(text, indent.length + 1, look).map(
    (line) => `${sign}${indent}${painted(line, undone ? 'faint' : bodyPaints[bodyLook], look)}`,
  )

/** The text as lines that fit beside what is set in, each safe to print. */
export const wrapped = (text: string, setIn: number, { width }: PageLook): ReadonlyArray<string> =>
  width === undefined
    ? safeText(text).split('\n')
    : wrapText(text, width - setIn).map((line) => line.trimEnd())

/** An item of a conversation as text: whose it is, then its content, set in. */
export const itemText = (seq: Seq, { who, what, body }: Told, look: PageLook): string => {
  const plain = { who, sign: ' ', undone: false }
  const head = { head: `${`#${seq}`.padEnd(4)} ${who.padEnd(6)} `, line: what, ...plain }
  return ['', ...headLines(head, look), ...body.flatMap((one) => bodyLines(one, plain, look))]
    .map((text) => `${text.trimEnd()}\n`)
    .join('')
}

/** How a log ends, in whole sentences. */
export const closingText = (sentences: ReadonlyArray<string>, look: PageLook): string =>
  `\n${sentences
    .flatMap((one) => wrapped(one, 2, look))
    .map((line) => `  ${line}\n`)
    .join('')}`

/** What is told of a log before its first entry. */
export const sessionTitle = (
  { session, path }: { readonly session: string; readonly path: string },
  look: PageLook,
): string => `${painted(`session ${session}`, 'strong', look)}\n${safeLine(path)}\n`

/** A title before the first entry of a day. */
export const dayText = (day: string, look: PageLook): string =>
  `\n${painted(`${day} (times are UTC)`, 'strong', look)}\n`

/** A problem of the log as text, in its place between the entries; `raw` is how the line begins. */
export const problemText = (problem: LogProblem, look: PageLook, raw = ''): string => {
  const said = wrapped(`! ${problemWords(problem)}`, 2, look)
  const shown = raw === '' ? [] : wrapped(safeLine(raw), indent.length + 3, look)
  return [
    ...said.map((text, n) => painted(n === 0 ? text : `  ${text}`, 'error', look)),
    ...shown.map((text) => `!${indent}${painted(`| ${text}`, 'faint', look)}`),
  ]
    .map((text) => `${text.trimEnd()}\n`)
    .join('')
}
