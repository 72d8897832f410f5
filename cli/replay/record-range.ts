import type { Seq } from '../../domain/ids.js'

/** Records from one to another, both included; `to` may be Infinity. */
export type RecordRange = { readonly from: Seq; readonly to: Seq }

export const wholeLog: RecordRange = { from: 0, to: Number.POSITIVE_INFINITY }
