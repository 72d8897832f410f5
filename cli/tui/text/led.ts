import { type Line, type Style, span } from '../frame.js'
import type { Look } from './look.js'
import { wrapWords } from './wrap.js'

type Wording = { readonly look: Pick<Look, 'width'>; readonly style: Style }

/** Text as lines behind a lead that only the first line shows; the others are indented by it. */
export const led = (lead: string, text: string, { look, style }: Wording): ReadonlyArray<Line> => {
  const indent = look.width >= lead.length + 4 ? lead : ''
  return wrapWords(text, look.width - indent.length).map((words, index) => [
    span(index === 0 ? indent + words : ' '.repeat(indent.length) + words, style),
  ])
}
