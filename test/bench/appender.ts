import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import type { LogFiles } from '../../adapters/log/log-files.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import { type RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import { seal } from '../../domain/log/seal.js'
import type { Timestamp } from '../../domain/time.js'
import { said, someSession, started } from '../support/story.js'
import { sampleText, seeded } from './sample-logs.js'

/** A real log in a folder, with its first record in it. */
export type Appender = {
  readonly session: ReturnType<typeof someSession>
  readonly path: string
  readonly size: () => number
  /** Seals so many records of 2 KB as one group, writes and syncs them. */
  readonly append: (records: number) => Promise<void>
  readonly close: () => Promise<void>
}

const at = '2026-01-02T03:04:05.678Z' as Timestamp
const session = someSession(4)
const sealed = seal(sha256)
const event = said(1, sampleText(seeded(4), 1_700))

/** A line as long as one of those, with its newline. */
export const bareLine: Buffer = Buffer.from(
  `${sealed([event], { seq: 1000, hash: '0'.repeat(64) } as RecordRef, at)[0]?.line}\n`,
)

/** Makes such a log. Rejects when it cannot be written. */
export const appender = async (folder: string, files?: LogFiles): Promise<Appender> => {
  const path = join(folder, 'append', `${session}.jsonl`)
  const quarantineFolder = join(folder, 'quarantine')
  const log = jsonlLog({ path, quarantineFolder, size: 0, ...(files && { files }) })
  let tip: RecordRef | undefined
  const appendAll = async (events: ReadonlyArray<Event>): Promise<void> => {
    const records = sealed(events, tip, at)
    const appended = await log.append(records.map(({ line }) => line))()
    if (E.isLeft(appended)) throw new Error(appended.left.message)
    tip = records.at(-1) && refOf(records.at(-1)!.record)
  }
  await appendAll([started(session)])
  return {
    session,
    path,
    size: log.size,
    append: (records) => appendAll(Array.from({ length: records }, () => event)),
    close: log.close,
  }
}
