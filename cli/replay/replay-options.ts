import * as E from 'fp-ts/lib/Either.js'
import { parsePlace, type WantedPlace } from './log-place.js'
import { parseTurn } from './turn-range.js'

/** The options of `yoi replay`, as `parseArgs` takes them. */
export const replayOptions = {
  json: { type: 'boolean' },
  at: { type: 'string' },
  turn: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  follow: { type: 'boolean' },
  'no-pager': { type: 'boolean' },
} as const

/** Their values; none is given twice. */
export type ReplayValues = {
  readonly at?: string | undefined
  readonly turn?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly follow?: boolean | undefined
}

/** What part of a session is asked for. */
export type ReplayPart =
  | { readonly type: 'at'; readonly at: WantedPlace }
  | { readonly type: 'turn'; readonly turn: number }
  | { readonly type: 'range'; readonly from?: WantedPlace; readonly to?: WantedPlace }
  | { readonly type: 'follow'; readonly from?: WantedPlace }

/** What goes with what, and each value; the Left says what is allowed. */
export const replayPart = (values: ReplayValues): E.Either<string, ReplayPart> => {
  const clash = clashOf(values)
  if (clash !== undefined) return E.left(clash)
  if (values.turn !== undefined) return turnPart(values.turn)
  const at = placeOf('at', 'last', values)
  const from = placeOf('from', 'first', values)
  const to = placeOf('to', 'last', values)
  if (E.isLeft(at)) return at
  if (E.isLeft(from)) return from
  if (E.isLeft(to)) return to
  if (at.right !== undefined) return E.right({ type: 'at', at: at.right })
  const begin = from.right === undefined ? {} : { from: from.right }
  if (values.follow === true) return E.right({ type: 'follow', ...begin })
  const end = to.right === undefined ? {} : { to: to.right }
  return isBackward(from.right, to.right)
    ? E.left(`--from ${values.from} comes after --to ${values.to}.`)
    : E.right({ type: 'range', ...begin, ...end })
}

// Of other places only the log knows.
const isBackward = (from: WantedPlace | undefined, to: WantedPlace | undefined): boolean =>
  from?.place.kind === 'seq' && to?.place.kind === 'seq' && from.place.seq > to.place.seq

type Selector = 'at' | 'turn' | 'from' | 'to' | 'follow'

// What cannot stand beside the first.
const clashes: ReadonlyArray<readonly [Selector, ReadonlyArray<Selector>]> = [
  ['at', ['turn', 'from', 'to', 'follow']],
  ['turn', ['from', 'to', 'follow']],
  ['follow', ['to']],
]

const clashOf = (values: ReplayValues): string | undefined => {
  const given = (name: Selector): boolean => values[name] !== undefined && values[name] !== false
  for (const [one, others] of clashes) {
    const other = given(one) ? others.find(given) : undefined
    if (other !== undefined) return `--${one} and --${other} cannot be given together.`
  }
  return undefined
}

const turnPart = (text: string): E.Either<string, ReplayPart> =>
  E.map((turn: number): ReplayPart => ({ type: 'turn', turn }))(parseTurn(text))

const placeOf = (
  name: 'at' | 'from' | 'to',
  side: WantedPlace['side'],
  values: ReplayValues,
): E.Either<string, WantedPlace | undefined> => {
  const text = values[name]
  if (text === undefined) return E.right(undefined)
  const place = parsePlace(`--${name}`, text)
  return E.isLeft(place) ? place : E.right({ place: place.right, side })
}
