import type { Paths } from '../../adapters/node/paths.js'
import { privateFolder } from '../../adapters/node/private-folder.js'
import { removeLeftTemps } from '../../adapters/node/write-atomic.js'
import { readFound } from '../../adapters/projector/read-found.js'
import { writeChanged } from '../../adapters/projector/write-changed.js'
import type { SessionId } from '../../domain/ids.js'
import type { LogReader } from '../../domain/ports.js'
import {
  type LiveFacts,
  type LivePod,
  liveSessions,
  liveText,
} from '../../projections/live-sessions.js'
import { liveFacts } from './live-facts.js'
import { logPath, sessionPlace } from './session-place.js'

/** `known`: what the caller knows of its own session, so that its log need not be read. */
export type LiveIndex = {
  readonly paths: Paths
  readonly reader: LogReader
  readonly pods: ReadonlyArray<LivePod>
  readonly known?: ReadonlyMap<SessionId, LiveFacts>
}

/**
 * Makes live.json from the registry's Pods and their logs, and writes it when it changes. To be
 * called under the guard, by whoever has changed the registry or notices that it changed. Rejects
 * with the file system's error; nothing depends on the file.
 */
export const writeLiveIndex = async ({ paths, reader, pods, known }: LiveIndex): Promise<void> => {
  const facts = new Map<SessionId, LiveFacts>(known)
  for (const { session, pid } of pods) {
    if (facts.has(session)) continue
    const place = sessionPlace(paths, { session, path: logPath(paths, session) })
    facts.set(session, await liveFacts(reader, place, pid))
  }
  const text = liveText(liveSessions(pods, facts))
  await privateFolder(paths.projections)
  const bytes = Buffer.from(text)
  if ((await readFound(paths.liveIndex))?.equals(bytes) === true) return
  await removeLeftTemps(paths.projections)
  await writeChanged(paths.liveIndex, bytes)
}
