import { oneLine } from './one-line.js'
import { plainLines } from './plain-lines.js'

/** Who did what a record says. */
export type Who = 'you' | 'parent' | 'child' | 'model' | 'tool' | 'hook' | 'yoi'

/** A record in plain words; all text is safe to print. `body`: what was said or given. */
export type Told = {
  readonly who: Who
  readonly what: string
  readonly body: ReadonlyArray<string>
}

/** Makes whatever a log holds safe to print: one line of what was done, then the text itself. */
export const told = (who: Who, what: string, text = ''): Told => ({
  who,
  what: oneLine(what, whatCharsMax),
  body: plainLines(text),
})

const whatCharsMax = 400
