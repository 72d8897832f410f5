import type { LogProblem } from '../domain/log/reading.js'
import type { Timeline, TimelineEntry } from './timeline.js'
import { type UsageTotals, usageText } from './usage.js'

/** An entry as text: one line that says it, then what was said, set in. `~` marks what was undone. */
export const entryText = ({ seq, at, who, what, body, mark }: TimelineEntry): string => {
  const undone = mark === undefined ? '' : `  [${mark}]`
  const line = `${mark === undefined ? ' ' : '~'} #${seq}  ${at}  ${who.padEnd(6)}  ${what}${undone}`
  return [line, ...body.map((text) => `      ${text}`.trimEnd())]
    .map((text) => `${text}\n`)
    .join('')
}

/** A problem of the log as text, in its place between the entries. */
export const problemText = ({ line, offset, kind, message }: LogProblem): string =>
  `! line ${line}, byte ${offset}: ${message} (${kind})\n`

/** How the session stands at the end of its log, and what it has used. */
export const closingText = ({ open }: Timeline, usage: UsageTotals): string => {
  const stands = open === undefined ? '' : `  ${openWords[open]}\n`
  return `${stands}  ${usageText(usage)}\n`
}

const openWords: Readonly<Record<NonNullable<Timeline['open']>, string>> = {
  resting: 'The turn rests and can be resumed.',
  running: 'The turn is open: a Pod is at work on it, or it was interrupted here.',
}
