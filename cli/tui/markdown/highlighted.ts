import core from 'highlight.js/lib/core'
import { limits } from '../../../domain/limits.js'
import type { Style } from '../frame.js'
import type { Row } from '../text/cells.js'

/** Code with its looks, line by line; `isClosed`: no comment, text or the like is open at its end. */
export type Highlighted = { readonly rows: ReadonlyArray<Row>; readonly isClosed: boolean }

/**
 * The rows of code in a language that `codeLanguage` named. Without one, or when the code is longer
 * than `codeColoredCharsMax`, it stays plain. Remembered for the next frame.
 */
export const highlighted = (code: string, language: string | undefined): Highlighted => {
  if (language === undefined || code.length > limits.codeColoredCharsMax) return plain(code)
  const key = `${language}\n${code}`
  const made = known.get(key) ?? colored(code, language)
  if (known.size >= knownMax) known.clear()
  known.set(key, made)
  return made
}

const known = new Map<string, Highlighted>()
const knownMax = 200

const plain = (code: string): Highlighted => ({
  rows: code.split('\n').map((text) => [{ text, style: 'plain' }]),
  isClosed: true,
})

const colored = (code: string, language: string): Highlighted => {
  try {
    const { value, _top } = core.highlight(code, { language, ignoreIllegals: true })
    return { rows: rowsOf(value), isClosed: _top?.parent === undefined }
  } catch {
    // A grammar that stumbles costs the colours, not the code.
    return plain(code)
  }
}

// The library gives HTML of spans with one class that matters, and five escapes.
const rowsOf = (html: string): ReadonlyArray<Row> => {
  const rows: Array<Array<Row[number]>> = [[]]
  const open: Style[] = []
  for (const [token, name] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (name !== undefined) open.push(styleOf(name) ?? open.at(-1) ?? 'plain')
    else if (token === '</span>') open.pop()
    else addText(unescaped(token), open.at(-1) ?? 'plain', rows)
  }
  return rows
}

const addText = (text: string, style: Style, rows: Array<Array<Row[number]>>): void => {
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) rows.push([])
    if (part !== '') rows.at(-1)?.push({ text: part, style })
  }
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => escapes[name] ?? whole)

const escapes: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
}

const styleOf = (name: string): Style | undefined =>
  styles.get(/^hljs-([a-z_-]+)/.exec(name)?.[1] ?? '')

const styles: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    keyword: 'keyword literal built_in selector-tag operator.word',
    string: 'string regexp char link template-tag',
    number: 'number symbol bullet',
    comment: 'comment quote doctag meta',
    name: 'title name attr attribute section type class selector-id selector-class variable',
    plain: 'subst params',
    added: 'addition',
    removed: 'deletion',
    emphasis: 'emphasis',
    bold: 'strong',
    code: 'code',
  } satisfies Partial<Record<Style, string>>).flatMap(([style, names]) =>
    names.split(' ').map((one) => [one, style as Style] as const),
  ),
)
