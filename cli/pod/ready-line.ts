import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../domain/decode.js'
import { SessionId } from '../../domain/ids.js'
import { jsonText } from '../output.js'

const Ready = t.type(
  { protocol: t.number, pod: t.string, session: SessionId, socket: t.string, pid: t.number },
  'Ready',
)

/** What a Pod says on stdout, in one line, when it serves. */
export type Ready = t.TypeOf<typeof Ready>

const ReadyLine = t.type({ ready: Ready }, 'ReadyLine')

/** The line, without its newline. */
export const readyLine = (ready: Ready): string => jsonText({ ready })

/** Reads the line of another process. Left: a sentence. */
export const readReadyLine = (line: string): E.Either<string, Ready> => {
  const parsed = E.tryCatch((): unknown => JSON.parse(line), String)
  const decoded = E.isLeft(parsed) ? parsed : decode(ReadyLine, parsed.right)
  return E.isLeft(decoded)
    ? E.left(`The Pod's ready line cannot be read (${decoded.left}).`)
    : E.right(decoded.right.ready)
}
