import * as t from 'io-ts'

/** A whole number from `least` to `most`, said so in the error. */
export const wholeNumber = (least: number, most: number): t.Type<number> => {
  const is = (u: unknown): u is number =>
    typeof u === 'number' && Number.isInteger(u) && u >= least && u <= most
  return new t.Type<number>(
    `a whole number from ${least} to ${most}`,
    is,
    (u, context) => (is(u) ? t.success(u) : t.failure(u, context)),
    (a) => a,
  )
}
