import { checkPart } from '../../../adapters/log/check-part.js'
import { readTailPart } from '../../../adapters/log/read-tail.js'
import type { Paths } from '../../../adapters/node/paths.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { type Checkpoint, readCheckpoint } from '../../../adapters/projector/checkpoint.js'
import { readEnds } from '../../../adapters/projector/read-ends.js'
import { limits } from '../../../domain/limits.js'
import type { LogPart } from '../../../domain/log/reading.js'
import { fold } from '../../../domain/projection.js'
import { type ListedSession, withDamage } from '../../../projections/session-row.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { settled } from '../../../projections/transcript/settled.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import { logPath, sessionPlace } from '../../sessions/session-place.js'
import type { Preview } from '../../tui/picker/picker-row.js'
import type { RowsContext } from './picker-row.js'
import { sessionFacts } from './session-facts.js'

/** What is shown of a session, and the first damage that was met on the way. */
export type PreviewedSession = { readonly preview: Preview } & Pick<LogPart, 'fault'>

/**
 * What a picker shows of a session beside its row: a bounded part of its log, whatever the length,
 * and of a damaged one what is good there. Never rejects, changes nothing.
 */
export const sessionPreview = async (
  paths: Paths,
  listed: ListedSession,
  { home }: Pick<RowsContext, 'home'>,
): Promise<PreviewedSession> => {
  const { session } = listed
  const { log, folder } = sessionPlace(paths, { session, path: logPath(paths, session) })
  const { records, fault } = await newest(log).catch(() => nothing)
  const row = fault === undefined ? listed : withDamage(listed, fault)
  const checkpoint = await checkpointOf(folder, row)
  const shown = fold(transcript, records)
  const preview = {
    facts: sessionFacts({ row, records, checkpoint, home }),
    blocks: itemsFrom(0, row.live ? shown.blocks : settled(shown).blocks),
  }
  return { preview, ...(fault === undefined ? {} : { fault }) }
}

// A list has found that what has a problem is not what its checkpoint saw, or may not be.
const checkpointOf = async (
  folder: string,
  { session, problem }: ListedSession,
): Promise<Checkpoint | undefined> =>
  problem === undefined ? readCheckpoint(folder, session).catch(() => undefined) : undefined

type Newest = Pick<LogPart, 'records' | 'fault'>

const nothing: Newest = { records: [] }

// A fork may hold a long conversation in one record, and so may one input be longer than a tail.
const newest = async (log: string): Promise<Newest> => {
  for (let bytesMax: number = limits.tailBytes; ; bytesMax *= stepFactor) {
    const part = await readTailPart(log, Math.min(bytesMax, limits.previewBytesMax))
    const isEnough = part.records.length >= recordsEnough || part.records[0]?.seq === 0
    if (isEnough || part.fault !== undefined || bytesMax >= limits.previewBytesMax)
      return part.records.length > 0 ? part : { ...part, ...(await oldest(log)) }
  }
}

const stepFactor = 8

// They fill a screen.
const recordsEnough = 24

const oldest = (log: string): Promise<Newest> =>
  readEnds(log, async ({ beginning }) => checkPart(sha256)(beginning))
