/**
 * The words of a Markdown text without its signs: no fences, rules and marks of headings, quotes,
 * items, emphasis and code; a link is its text. What stands in code stays as it is, and so does what
 * is no pair. For lists and previews of one line: lines stay lines, and only the start is looked at.
 */
export const withoutMarks = (text: string): string => {
  const start = text.slice(0, charsLooked)
  return anyMark.test(start) ? `${unmarked(start)}${text.slice(charsLooked)}` : text
}

// More than any list shows of a text.
const charsLooked = 4096
const anyMark = /[*_`~#|[=]|^\s*[->+]/m

type Read = { readonly fence: string; readonly lines: ReadonlyArray<string> }

const unmarked = (text: string): string =>
  text.split('\n').reduce<Read>(readLine, { fence: '', lines: [] }).lines.join('\n')

const readLine = ({ fence, lines }: Read, line: string): Read => {
  const bare = line.replace(/^(?:\s{0,3}> ?)+/, '')
  const found = /^\s*(`{3,}|~{3,})([^`]*)$/.exec(bare)
  if (fence === '')
    return found === null
      ? { fence, lines: [...lines, wordsOf(bare)] }
      : { fence: found[1] ?? '', lines }
  const isEnd = found?.[1]?.startsWith(fence) === true && found[2]?.trim() === ''
  return isEnd ? { fence: '', lines } : { fence, lines: [...lines, line] }
}

const wordsOf = (line: string): string => (rule.test(line) ? '' : inline(cells(startless(line))))

// Rules, the lines under headings, and the second line of a table.
const rule = /^\s*(?:-{3,}|={3,}|(?:\* *){3,}|_{3,}|\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?)\s*$/

const startless = (line: string): string =>
  line.replace(/^\s*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)/, '').replace(/\s#+\s*$/, '')

const cells = (line: string): string =>
  /^\s*\|.*\|\s*$/.test(line) ? line.replace(/^\s*\||\|\s*$/g, '').replaceAll('|', ' ') : line

// A pair begins and ends beside its words, and not within a word; `__name__` is a name.
const pairs = new RegExp(
  [
    '(`+)(?!`)([^`]+)\\1(?!`)',
    '!?\\[([^\\[\\]]*)\\]\\([^()\\s]*\\)',
    '(?<![A-Za-z0-9*])\\*{3}(?=[^\\s*])([^*]+)\\*{3}(?![A-Za-z0-9*])',
    '(?<![A-Za-z0-9*])\\*\\*(?=[^\\s*])(.+?)(?<=\\S)\\*\\*(?![A-Za-z0-9])',
    '(?<![A-Za-z0-9*])\\*(?=[^\\s*])([^*]+)(?<=\\S)\\*(?![A-Za-z0-9*])',
    '(?<![A-Za-z0-9_])__(?=[^\\s_])(?!\\w+__)([^_]+)(?<=\\S)__(?![A-Za-z0-9_])',
    '(?<![A-Za-z0-9_])_(?=[^\\s_])([^_]+)(?<=\\S)_(?![A-Za-z0-9_])',
    '~~(?=\\S)([^~]+)(?<=\\S)~~',
  ].join('|'),
  'g',
)

const inline = (text: string): string =>
  text.replace(pairs, (...found: ReadonlyArray<unknown>) => {
    const [, tick, code, ...others] = found
    if (typeof tick === 'string') return String(code).trim()
    return inline(String(others.find((one) => typeof one === 'string')))
  })
