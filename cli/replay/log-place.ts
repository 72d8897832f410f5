import * as E from 'fp-ts/lib/Either.js'
import type { Seq } from '../../domain/ids.js'

/** A place in a log as a person names it. `from` and `until` are the two ends of a moment. */
export type LogPlaceName =
  | { readonly kind: 'seq'; readonly seq: number }
  | { readonly kind: 'hash'; readonly prefix: string }
  | { readonly kind: 'time'; readonly from: string; readonly until: string }

/** A place that was found. `remark`: what should be said of it. */
export type FoundPlace = { readonly seq: Seq; readonly remark?: string }

/** A place, and on which side of a moment its record is: the first in it, or the last up to it. */
export type WantedPlace = { readonly place: LogPlaceName; readonly side: 'first' | 'last' }

/**
 * Reads SEQ, HASH or TIME. Digits alone are a SEQ. A time without a zone is UTC, as a replay shows
 * it; one that leaves out its end (a day, a minute) is all of that. Left: what is allowed.
 */
export const parsePlace = (option: string, text: string): E.Either<string, LogPlaceName> => {
  const word = text.trim().replace(/^#/, '')
  if (/^\d{1,15}$/.test(word)) return E.right({ kind: 'seq', seq: Number(word) })
  const prefix = word.toLowerCase()
  if (/^[0-9a-f]{8,64}$/.test(prefix)) return E.right({ kind: 'hash', prefix })
  const time = momentOf(word)
  return time === undefined ? E.left(refusal(option, text)) : E.right({ kind: 'time', ...time })
}

const refusal = (option: string, text: string): string =>
  `${option} ${JSON.stringify(text)} is no place in a log: give the number of a record (17), 8 or ` +
  'more hex digits of the beginning of its hash, or a time (2026-01-02, 2026-01-02T03:04:05Z).'

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

type Moment = { readonly from: string; readonly until: string }

const momentOf = (text: string): Moment | undefined => {
  const [, year, month, day, hour, minute, second, fraction, zone] = form.exec(text) ?? []
  if (year === undefined) return undefined
  const ms = fraction?.slice(0, 3)
  const from = utcMs([year, month, day, hour, minute, second].map((part) => Number(part ?? 0)))
  if (from === undefined) return undefined
  const start = from + Number((ms ?? '').padEnd(3, '0')) - zoneMs(zone)
  const length = lengthMs({ hour, second, ms })
  const end = start + length - 1
  return isYear(start) && isYear(end) ? { from: iso(start), until: iso(end) } : undefined
}

// A day that the calendar lacks (30 February) would become another one.
const utcMs = ([year = 0, month = 0, day = 0, ...time]: ReadonlyArray<number>) => {
  const [hour = 0, minute = 0, second = 0] = time
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(ms)
  const same = date
    .toISOString()
    .startsWith(
      [year, month, day].map((part, n) => String(part).padStart(n === 0 ? 4 : 2, '0')).join('-'),
    )
  return same && hour < 24 && minute < 60 && second < 60 ? ms : undefined
}

type Parts = Readonly<Record<'hour' | 'second' | 'ms', string | undefined>>

const lengthMs = ({ hour, second, ms }: Parts): number => {
  if (hour === undefined) return 86_400_000
  if (second === undefined) return 60_000
  return ms === undefined ? 1000 : 10 ** (3 - ms.length)
}

const zoneMs = (zone = 'Z'): number => {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const ms = (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -ms : ms
}

// The times of a log have years of four digits, and are compared as text.
const isYear = (ms: number): boolean => ms >= Date.UTC(1000) && ms < Date.UTC(10_000)

const iso = (ms: number): string => new Date(ms).toISOString()

/** The place in words: `#17`, `the hash 84ab…`, `2026-01-02`. */
export const placeWords = (place: LogPlaceName): string => {
  switch (place.kind) {
    case 'seq':
      return `#${place.seq}`
    case 'hash':
      return `the hash ${place.prefix}`
    case 'time':
      return `${place.until.slice(0, 23).replace('T', ' ')} UTC`
  }
}
