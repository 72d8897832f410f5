import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import test from 'ava'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import type { RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import { seal } from '../../domain/log/seal.js'
import type { Timestamp } from '../../domain/time.js'
import { baselineFile } from '../bench/child.js'
import { lacksProc, peakMb } from '../bench/peak-memory.js'
import { turnGroups } from '../bench/sample-logs.js'
import { mainFile } from '../support/run-yoi.js'
import { attached, someSession, started } from '../support/story.js'
import { tempHome } from '../support/temp-home.js'

const MiB = 1024 * 1024
const logBytes = 128 * MiB
const words = 'all of these words lie in the log and not in memory. '.repeat(5_000)

/** The lines of a log of a few hundred long records. */
function* longLog(): Generator<string> {
  let tip: RecordRef | undefined
  let written = 0
  const sealed = (events: ReadonlyArray<Event>): string => {
    const records = seal(sha256)(events, tip, '2026-01-02T03:04:05.678Z' as Timestamp)
    tip = records.map(({ record }) => refOf(record)).at(-1)
    const text = records.map(({ line }) => `${line}\n`).join('')
    written += text.length
    return text
  }
  yield sealed([started(someSession(1)), attached('test')])
  for (let turn = 1; written < logBytes; turn += 1)
    for (const group of turnGroups(turn, (tip?.seq ?? -1) + 1, () => words)) yield sealed(group)
}

const onLinux = lacksProc === undefined ? test : test.skip

onLinux('yoi verify holds a small part of a long log at a time', async (t) => {
  const home = await tempHome(t)
  const sessions = join(home, 'yoi', 'data', 'sessions')
  await mkdir(sessions, { recursive: true })
  const file = createWriteStream(join(sessions, `${someSession(1)}.jsonl`))
  await pipeline(Readable.from(longLog()), file)
  const env = { HOME: home, YOI_HOME: join(home, 'yoi') }
  const ours = await peakMb([mainFile, 'verify', '0192'], env)
  const bare = await peakMb([baselineFile('empty')])
  t.log(`${(ours - bare).toFixed(0)} MB more than a node that does nothing`)
  t.true(bare > 20)
  t.true(ours - bare < 100, `${ours} MB, and a node that does nothing ${bare} MB`)
})
