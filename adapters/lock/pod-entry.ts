import * as t from 'io-ts'
import { SessionId } from '../../domain/ids.js'
import { Scope } from '../../domain/scope/scope.js'
import { Whole } from '../../domain/whole.js'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

/** A live Pod as the registry lists it. Unknown fields are kept. */
export const PodEntry = t.intersection(
  [
    t.type({
      pod: t.string,
      pid: Whole,
      /** Field 22 of /proc/<pid>/stat, and the boot id; null where the system has none. */
      started: orNull(t.string),
      boot: orNull(t.string),
      host: t.string,
      socket: t.string,
      session: SessionId,
      scope: Scope,
      parent: orNull(t.string),
      delegated: t.readonlyArray(t.unknown),
    }),
    /** It only shows the session: the session is not taken by it. */
    t.partial({ read_only: t.boolean }),
  ],
  'PodEntry',
)
export type PodEntry = Readonly<t.TypeOf<typeof PodEntry>>

/** Whether a Pod has its session for itself. One that only shows it keeps no other from it. */
export const holdsSession = ({ read_only }: PodEntry): boolean => read_only !== true

/** The content of scope.lock. */
export const RegistryFile = t.type(
  { format: t.literal(1), pods: t.readonlyArray(PodEntry) },
  'RegistryFile',
)
