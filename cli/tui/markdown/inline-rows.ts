import type { Token } from 'markdown-it'
import type { Style } from '../frame.js'
import type { Row } from '../text/cells.js'

/**
 * The text of a paragraph, heading or cell as rows, divided where the source breaks the line. The
 * address of a link stands behind its text; of an image there is the text and the address.
 */
export const inlineRows = (tokens: ReadonlyArray<Token>, base: Style): ReadonlyArray<Row> => {
  const rows: Array<Array<Row[number]>> = [[]]
  const add = (text: string, style: Style) => {
    if (text !== '') rows.at(-1)?.push({ text, style })
  }
  let marks = unmarked
  for (const token of tokens) {
    marks = marksAfter(token, marks)
    switch (token.type) {
      case 'softbreak':
      case 'hardbreak':
        rows.push([])
        break
      case 'code_inline':
        add(token.content, marks.address === undefined ? 'code' : 'link')
        break
      case 'image':
        add(token.content, 'link')
        add(addressBehind(attributeOf('src', token), token.content), 'dim')
        break
      case 'link_close':
        add(marks.told, 'dim')
        break
      default:
        addWords(token.content, styleOf(marks, base), add)
    }
    if (token.type !== 'link_close') marks = withText(token.content, marks)
  }
  return rows
}

type Marks = {
  readonly emphasis: number
  readonly strong: number
  readonly strike: number
  /** Of the link that is open, with its text so far. */
  readonly address: string | undefined
  readonly text: string
  /** What is to be said behind a link that has just ended. */
  readonly told: string
}

const unmarked: Marks = {
  emphasis: 0,
  strong: 0,
  strike: 0,
  address: undefined,
  text: '',
  told: '',
}

const marksAfter = (token: Token, marks: Marks): Marks => {
  switch (token.type) {
    case 'em_open':
    case 'em_close':
      return { ...marks, emphasis: marks.emphasis + token.nesting }
    case 'strong_open':
    case 'strong_close':
      return { ...marks, strong: marks.strong + token.nesting }
    case 's_open':
    case 's_close':
      return { ...marks, strike: marks.strike + token.nesting }
    case 'link_open':
      return { ...marks, address: attributeOf('href', token), text: '' }
    case 'link_close': {
      const told = addressBehind(marks.address ?? '', marks.text)
      return { ...marks, address: undefined, text: '', told }
    }
    default:
      return marks
  }
}

const withText = (text: string, marks: Marks): Marks =>
  marks.address === undefined ? marks : { ...marks, text: marks.text + text }

const attributeOf = (name: string, token: Token): string => String(token.attrGet(name) ?? '')

const addressBehind = (address: string, text: string): string => {
  if (address === '' || address === text || address === `mailto:${text}`) return ''
  return text === '' ? address : ` (${address})`
}

const styleOf = (marks: Marks, base: Style): Style => {
  if (marks.address !== undefined) return 'link'
  if (marks.strike > 0) return 'strike'
  if (base === 'heading') return base
  const isStrong = marks.strong > 0 || base === 'bold'
  if (isStrong) return marks.emphasis > 0 ? 'strong_emphasis' : 'bold'
  return marks.emphasis > 0 ? 'emphasis' : base
}

// What a terminal will take for an address anyway; Japanese behind one does not belong to it.
const address = /(https?:\/\/[!-~]*[\w/#=&+-])/

const addWords = (text: string, style: Style, add: (text: string, style: Style) => void): void => {
  for (const [index, part] of text.split(address).entries())
    add(part, index % 2 === 1 ? 'link' : style)
}
