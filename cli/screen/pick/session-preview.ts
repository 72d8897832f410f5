import { checkPart } from '../../../adapters/log/check-part.js'
import { readTail } from '../../../adapters/log/read-tail.js'
import type { Paths } from '../../../adapters/node/paths.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { type Checkpoint, readCheckpoint } from '../../../adapters/projector/checkpoint.js'
import { readEnds } from '../../../adapters/projector/read-ends.js'
import type { LogRecord } from '../../../domain/log/record.js'
import { fold } from '../../../domain/projection.js'
import type { ListedSession } from '../../../projections/session-row.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { settled } from '../../../projections/transcript/settled.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import { logPath, sessionPlace } from '../../sessions/session-place.js'
import type { Preview } from '../../tui/picker/picker-row.js'
import type { RowsContext } from './picker-row.js'
import { sessionFacts } from './session-facts.js'

/**
 * What a picker shows of a session beside its row: a bounded part of its log, whatever the length,
 * and of a damaged one what is good there. Never rejects, changes nothing.
 */
export const sessionPreview = async (
  paths: Paths,
  row: ListedSession,
  { home }: Pick<RowsContext, 'home'>,
): Promise<Preview> => {
  const { session } = row
  const path = logPath(paths, session)
  const { log, folder } = sessionPlace(paths, { session, path })
  const [records, checkpoint] = await Promise.all([newest(log), checkpointOf(folder, row)])
  const shown = fold(transcript, records)
  return {
    facts: sessionFacts({ row, records, checkpoint, home }),
    blocks: itemsFrom(0, row.live ? shown.blocks : settled(shown).blocks),
  }
}

// A list has found that what has a problem is not what its checkpoint saw, or may not be.
const checkpointOf = async (
  folder: string,
  { session, problem }: ListedSession,
): Promise<Checkpoint | undefined> =>
  problem === undefined ? readCheckpoint(folder, session).catch(() => undefined) : undefined

const newest = async (log: string): Promise<ReadonlyArray<LogRecord>> => {
  const tail = await readTail(log)
  return tail.length > 0 ? tail : goodRecords(log).catch(() => [])
}

const goodRecords = (log: string): Promise<ReadonlyArray<LogRecord>> =>
  readEnds(log, async ({ beginning, end }) => {
    const check = checkPart(sha256)
    const last = check(end).records
    return last.length > 0 ? last : check(beginning).records
  })
