import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as t from 'io-ts'
import { decode } from '../../../domain/decode.js'
import { limits } from '../../../domain/limits.js'
import { wholeNumber } from '../../../domain/tool/whole-number.js'
import { codeOf } from '../../node/code-of.js'
import { messageOf } from '../../node/message-of.js'
import { readRegular } from '../../node/open-regular.js'
import { replyLines } from './reply-lines.js'

const ScriptCall = t.intersection(
  [t.type({ name: t.string, input: t.UnknownRecord }), t.partial({ id: t.string })],
  'a call {name, input, id?}',
)

const ScriptError = t.intersection(
  [
    t.type({ status: wholeNumber(400, 599), type: t.string, message: t.string }),
    t.partial({ retry_after: t.union([t.number, t.string], 'seconds or a date') }),
  ],
  'an error {status, type, message, retry_after?}',
)

const pieces = wholeNumber(0, 1_000_000)

const keys = {
  text: t.string,
  thinking: t.string,
  calls: t.readonlyArray(ScriptCall, 'a list of calls'),
  stop_reason: t.string,
  delay_ms: wholeNumber(0, limits.timerMsMax),
  hang: t.keyof({ headers: null, first_byte: null, mid: null }, 'headers, first_byte or mid'),
  after: pieces,
  error: ScriptError,
  error_event: t.type({ type: t.string, message: t.string }, 'an error event {type, message}'),
  cut: pieces,
  reset: pieces,
  html: t.literal(true, 'true'),
  raw: t.readonlyArray(t.string, 'a list of lines'),
}

const ScriptEntry = t.partial(keys, 'an object')

/** One scripted answer: a reply, what goes wrong with it, or both. */
export type ScriptEntry = Readonly<t.TypeOf<typeof ScriptEntry>>

/** Answers in the order of the requests that they answer; after the last one the rules answer. */
export type OfflineScript = ReadonlyArray<ScriptEntry>

/** Whether an entry says nothing but a pace; the rules then answer at that pace. */
export const isPaceOnly = (entry: ScriptEntry): boolean =>
  Object.keys(entry).every((key) => key === 'delay_ms')

/** A script with the file that it came from, and the line on which each of its replies begins. */
export type LoadedScript = {
  readonly path: string
  readonly replies: OfflineScript
  readonly lines: ReadonlyArray<number>
}

/** Reads a script from a JSON file, or says in one sentence what is wrong and where. */
export const loadScript = (path: string): TE.TaskEither<string, LoadedScript> =>
  pipe(
    TE.tryCatch(
      () => readRegular(path),
      (error) => `The offline script ${path} ${unreadable(error)}.`,
    ),
    TE.chainEitherK(parsedFrom(path)),
  )

const unreadable = (error: unknown): string =>
  codeOf(error) === 'ENOENT'
    ? 'does not exist: correct offline.script in the manifest'
    : `cannot be read: ${messageOf(error)}`

/** A script from its JSON text: a list of entries, or an object that holds it as `replies`. */
export const parseScript = (text: string): E.Either<string, OfflineScript> =>
  pipe(
    E.tryCatch(
      (): unknown => JSON.parse(text),
      (error) => `it is not JSON: ${messageOf(error)}`,
    ),
    E.chain(entriesOf),
    E.chain(E.traverseArrayWithIndex(entryOf)),
  )

const parsedFrom =
  (path: string) =>
  (text: string): E.Either<string, LoadedScript> =>
    pipe(
      parseScript(text),
      E.bimap(inFile(path), (replies) => ({ path, replies, lines: replyLines(text) })),
    )

const inFile =
  (path: string) =>
  (problem: string): string =>
    `The offline script ${path} cannot be used: ${problem}.`

const entriesOf = (value: unknown): E.Either<string, ReadonlyArray<unknown>> => {
  const entries = Array.isArray(value) ? value : Replies.is(value) ? value.replies : undefined
  return entries === undefined
    ? E.left('expected a list of replies, or an object {"replies": [...]}')
    : E.right(entries)
}

const Replies = t.type({ replies: t.readonlyArray(t.unknown) })

const entryOf = (index: number, entry: unknown): E.Either<string, ScriptEntry> => {
  const unknownKey = Object.keys(Object(entry)).find((key) => !Object.hasOwn(keys, key))
  if (unknownKey !== undefined && !Array.isArray(entry)) {
    return E.left(`reply ${index}, ${unknownKey}: expected one of ${Object.keys(keys).join(', ')}`)
  }
  return pipe(
    decode(ScriptEntry, entry),
    E.filterOrElse(
      (decoded) => Object.keys(decoded).length > 0,
      () => 'expected at least one key',
    ),
    E.mapLeft((problem) => `reply ${index}, ${problem}`),
  )
}
