import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { jsonlLog } from '../../../adapters/log/jsonl-log.js'
import { ownFolder } from '../../support/sample-log.js'

test('a log that a crash left empty takes its first records', async (t) => {
  const folder = await ownFolder(t)
  mkdirSync(join(folder, 'sessions'), { mode: 0o700 })
  const path = join(folder, 'sessions', 'a.jsonl')
  writeFileSync(path, '', { mode: 0o600 })
  const log = jsonlLog({ path, quarantineFolder: join(folder, 'kept'), size: 0, isThere: true })
  t.true(E.isRight(await log.append(['one', 'two'])()))
  await log.close()
  t.is(readFileSync(path, 'utf8'), 'one\ntwo\n')
})
