import type { InFlightBlock } from '../../../domain/protocol/notification.js'
import { fitLine, type Line, span } from '../frame.js'
import type { Look } from '../text/look.js'
import { safeLine } from '../text/safe-text.js'
import { shortPath } from '../text/short-path.js'

type Call = Extract<InFlightBlock, { readonly kind: 'tool_call' }>

/**
 * A call that the model is still writing, in one line: what it asks for as far as one can read it,
 * and how much has come.
 */
export const liveCallLines = ({ name, args }: Call, look: Look): ReadonlyArray<Line> => {
  const asked = askedSoFar(args, look)
  const size = args.length < charsShownMin ? '' : ` · ${args.length} characters`
  return [
    fitLine(
      [
        span('○ ', 'dim'),
        span(name, 'bold'),
        span(asked === '' ? '' : ` ${asked}`),
        span(` · being written${size}`, 'dim'),
      ],
      look.width,
    ),
  ]
}

const charsShownMin = 500
const looked = 2000
const askedCharsMax = 60
const telling = /"(command|path|pattern)"\s*:\s*"((?:[^"\\]|\\.)*)/

// JSON that has no end yet: the first field that tells, as far as it has come.
const askedSoFar = (args: string, { cwd }: Look): string => {
  const [, key = '', raw = ''] = telling.exec(args.slice(0, looked)) ?? []
  const text = unescaped(raw)
  const asked = safeLine(key === 'path' ? shortPath(text, cwd) : text)
  return asked.length > askedCharsMax ? `${asked.slice(0, askedCharsMax)}…` : asked
}

const unescaped = (raw: string): string =>
  raw
    .replaceAll('\\n', ' ⏎ ')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\(.)/g, '$1')
