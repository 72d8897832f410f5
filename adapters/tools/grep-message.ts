import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../domain/decode.js'

/** ripgrep gives text, or base64 of bytes that are not UTF-8. */
const Text = t.union([t.type({ text: t.string }), t.type({ bytes: t.string })], 'Text')

const Line = t.type(
  {
    path: Text,
    lines: Text,
    line_number: t.number,
    submatches: t.array(t.type({ start: t.number })),
  },
  'Line',
)

const Message = t.union(
  [
    t.type({ type: t.literal('match'), data: Line }),
    t.type({ type: t.literal('context'), data: Line }),
  ],
  'Message',
)

/** One line of `rg --json` that shows a line of a file. Bytes outside UTF-8 became U+FFFD. */
export type GrepLine = {
  readonly type: 'match' | 'context'
  readonly path: string
  readonly number: number
  readonly text: string
  /** Where in `text` the first match begins, in bytes of the file. */
  readonly matchStart: number
}

/** Reads a line of `rg --json`; undefined when it does not show a line of a file. */
export const grepLine = (json: string): GrepLine | undefined => {
  const parsed = E.tryCatch(
    (): unknown => JSON.parse(json),
    () => undefined,
  )
  const message = E.isRight(parsed) ? decode(Message, parsed.right) : parsed
  if (E.isLeft(message)) return undefined
  const { type, data } = message.right
  return {
    type,
    path: textOf(data.path),
    number: data.line_number,
    text: textOf(data.lines).replace(/\r?\n$/, ''),
    matchStart: data.submatches[0]?.start ?? 0,
  }
}

const textOf = (text: t.TypeOf<typeof Text>): string =>
  'text' in text ? text.text : Buffer.from(text.bytes, 'base64').toString('utf8')
