import * as t from 'io-ts'

const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** A moment for people: ISO 8601, UTC, milliseconds. Never used to order records. */
export type Timestamp = string & { readonly __Timestamp: true }

export const Timestamp = new t.Type<Timestamp, string>(
  'Timestamp',
  (u): u is Timestamp => typeof u === 'string' && pattern.test(u),
  (u, context) =>
    typeof u === 'string' && pattern.test(u) ? t.success(u as Timestamp) : t.failure(u, context),
  (a) => a,
)
