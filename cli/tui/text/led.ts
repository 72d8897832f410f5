import type { Price } from '../../../projections/usage.js'
import { type Line, span, type Style } from '../frame.js'
import type { Detail } from '../state.js'
import { wrapText } from './wrap.js'

/** How blocks are drawn: the columns of the screen and how much is shown. */
export type Look = {
  readonly width: number
  readonly detail: Detail
  /** The key that shows more, as people are told it; '' when there is none, Ctrl-O if left out. */
  readonly detailKey?: string
  /** The session's folder: a path below it is shown without it. */
  readonly cwd?: string
  readonly price?: Price
}

type Wording = { readonly look: Pick<Look, 'width'>; readonly style: Style }

/** Text as lines behind a lead that only the first line shows; the others are indented by it. */
export const led = (lead: string, text: string, { look, style }: Wording): ReadonlyArray<Line> => {
  const indent = look.width >= lead.length + 4 ? lead : ''
  return wrapText(text, look.width - indent.length).map((words, index) => [
    span(index === 0 ? indent + words : ' '.repeat(indent.length) + words, style),
  ])
}
