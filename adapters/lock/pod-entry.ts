import * as t from 'io-ts'
import { SessionId } from '../../domain/ids.js'

/** A folder or file that a Pod may read or write. */
export const ScopeClaim = t.type(
  {
    target: t.string,
    permission: t.keyof({ read: null, write: null }),
    recursive: t.boolean,
  },
  'ScopeClaim',
)
export type ScopeClaim = Readonly<t.TypeOf<typeof ScopeClaim>>

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

/** A live Pod as the registry lists it. Unknown fields are kept. */
export const PodEntry = t.type(
  {
    pod: t.string,
    pid: t.Int,
    /** Field 22 of /proc/<pid>/stat, and the boot id; null where the system has none. */
    started: orNull(t.string),
    boot: orNull(t.string),
    host: t.string,
    socket: t.string,
    session: SessionId,
    scope: t.readonlyArray(ScopeClaim),
    parent: orNull(t.string),
    delegated: t.readonlyArray(t.unknown),
  },
  'PodEntry',
)

/** The content of scope.lock. */
export const RegistryFile = t.type(
  { format: t.literal(1), pods: t.readonlyArray(PodEntry) },
  'RegistryFile',
)

/** As `PodEntry`, with a plain number for the pid. */
export type PodEntry = Omit<Readonly<t.TypeOf<typeof PodEntry>>, 'pid'> & { readonly pid: number }
