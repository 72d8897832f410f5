import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { acknowledgedReader } from '../../../adapters/log/acknowledged-reader.js'
import { jsonlLog } from '../../../adapters/log/jsonl-log.js'
import { openHere } from '../../../adapters/log/open-quietly.js'
import { logReader } from '../../../adapters/log/read-groups.js'
import { systemClock } from '../../../adapters/node/clock.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { projector } from '../../../adapters/projector/projector.js'
import { sessionView } from '../../../projections/session-view.js'
import { someSession } from '../../support/story.js'
import { sampleLines, smallSizes } from '../sample-logs.js'

// `project.js <folder>`, started with a channel: appends a group to a log at each message and follows
// it with the projector as a Pod does. When that is over it tells the records that there are, and
// when their sync had returned, in nanoseconds of the system's steady clock.
const folder = process.argv[2] ?? '.'
const seed = 6
const session = someSession(seed)
const path = join(folder, `${session}.jsonl`)
const log = jsonlLog({ path, quarantineFolder: join(folder, 'quarantine'), size: 0 })
const files = projector({
  session,
  log: path,
  folder: join(folder, 'projections'),
  reader: acknowledgedReader(logReader(sha256, openHere), log.size),
  clock: systemClock,
  files: sessionView,
  onTrouble: (sentence) => {
    throw new Error(sentence)
  },
})
const groups = sampleLines({ bytes: Number.POSITIVE_INFINITY, sizes: smallSizes, seed })
let records = 0

const appendOne = async (): Promise<void> => {
  const lines = groups.next().value ?? []
  const appended = await log.append(lines)()
  const syncedNs = String(process.hrtime.bigint())
  if (E.isLeft(appended)) throw new Error(appended.left.message)
  records += lines.length
  await files.advance()
  process.send?.({ records, syncedNs })
}

process.on('message', () => void appendOne())
