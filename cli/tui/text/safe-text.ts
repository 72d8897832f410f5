// What may not reach a terminal as it is: C0 but LF, DEL, C1, soft hyphen, bidi controls, invisible
// format characters, line and paragraph separators, tag characters, lone surrogates.
const unsafe = new RegExp(
  '[\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e' +
    '\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Surrogate}]',
  'gu',
)
const manyMarks = /(\p{M}{16})\p{M}+/gu
const plain = /^[\x20-\x7e\n\u3000-\u3096\u4e00-\u9fff]*$/
const tabColumns = 4

/**
 * The text with everything that could steer a terminal or deceive a reader made visible: ESC is ␛,
 * a bidi control ‹202E›. Newlines stay, tabs become spaces. Doing it twice changes nothing more.
 */
export const safeText = (text: string): string =>
  plain.test(text) ? text : expandTabs(text).replace(unsafe, mark).replace(manyMarks, '$1…')

/** As `safeText`, in one line: a newline shows as ␊. */
export const safeLine = (text: string): string => safeText(text).replaceAll('\n', '␊')

const mark = (char: string): string => {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD'
  return `‹${code.toString(16).toUpperCase().padStart(2, '0')}›`
}

const expandTabs = (text: string): string =>
  text.includes('\t') ? text.split('\n').map(expandLine).join('\n') : text

// Stops are counted in characters; with wide ones before a tab the column is only near.
const expandLine = (line: string): string =>
  line
    .split('\t')
    .reduce((done, part) => `${done}${' '.repeat(tabColumns - (done.length % tabColumns))}${part}`)
