import type { Paths } from '../adapters/node/paths.js'
import type { LivePod } from '../projections/live-sessions.js'

/** The live Pods of this machine as the registry has them; takes no lock and never rejects. */
export type FindLivePods = (paths: Paths) => Promise<ReadonlyArray<LivePod>>
