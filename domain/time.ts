import * as t from 'io-ts'
import { matching } from './matching.js'

const matches = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const isTimestamp = (u: unknown): u is Timestamp => matches(u)

/** A moment for people: ISO 8601, UTC, milliseconds. Never used to order records. */
export type Timestamp = string & { readonly __Timestamp: true }

export const Timestamp = new t.Type<Timestamp, string>(
  'Timestamp',
  isTimestamp,
  (u, context) => (isTimestamp(u) ? t.success(u) : t.failure(u, context)),
  (a) => a,
)
