import * as t from 'io-ts'
import { InputId, SubmitKey } from '../ids.js'
import { Segments } from '../segment.js'
import { Whole } from '../whole.js'

const call = t.partial({ id: t.string })

const withParams = <M extends string, P extends t.Mixed>(method: M, params: P) =>
  t.intersection([t.type({ method: t.literal(method), params }), call], method)

const bare = <M extends string>(method: M) =>
  t.intersection([t.type({ method: t.literal(method) }), call], method)

const Submit = t.intersection([
  t.type({ input: Segments }),
  t.partial({ key: SubmitKey, by: t.keyof({ host: null, pod: null }) }),
])

/** The codec of every method, by name. `id` ties the answer to the call on its connection. */
export const methodCodecs = {
  run: withParams('run', Submit),
  queue: withParams('queue', Submit),
  withdraw: withParams('withdraw', t.type({ id: InputId })),
  notify: withParams(
    'notify',
    t.intersection([t.type({ message: t.string }), t.partial({ auto_run: t.boolean })]),
  ),
  pod_event: withParams(
    'pod_event',
    t.intersection([
      t.type({ kind: t.string, pod_name: t.string }),
      t.partial({ message: t.string, detail: t.UnknownRecord }),
    ]),
  ),
  resume: bare('resume'),
  pause: bare('pause'),
  cancel: bare('cancel'),
  abandon: bare('abandon'),
  shutdown: bare('shutdown'),
  get_history: t.intersection(
    [
      t.type({ method: t.literal('get_history') }),
      t.partial({ id: t.string, params: t.partial({ before: Whole, limit: Whole }) }),
    ],
    'get_history',
  ),
} as const

export type MethodName = keyof typeof methodCodecs
export type Method = {
  readonly [K in MethodName]: Readonly<t.TypeOf<(typeof methodCodecs)[K]>>
}[MethodName]
