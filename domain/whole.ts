import * as t from 'io-ts'

const isWhole = (u: unknown): u is number => Number.isSafeInteger(u) && Number(u) >= 0

/** A whole number from 0 that a double holds exactly: a count, a place, bytes. */
export const Whole = new t.Type<number>(
  'Whole',
  isWhole,
  (u, context) => (isWhole(u) ? t.success(u) : t.failure(u, context)),
  (a) => a,
)
