import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../../adapters/log/read-groups.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { loadLog } from '../../support/load-log.js'
import { fixturePath } from '../../support/run-fixture.js'
import { ownFolder } from '../../support/sample-log.js'

/** Runs a fixture behind a shell's setting, such as a umask; gives its output. */
const runUnder = async (
  setting: string,
  name: string,
  args: ReadonlyArray<string>,
): Promise<string> => {
  const command = [`${setting}; exec "$@"`, 'sh', process.execPath, fixturePath(name), ...args]
  const { stdout } = await promisify(execFile)('sh', ['-c', ...command])
  return stdout
}

for (const umask of ['000', '077', '022', '277', '777'])
  test(`under the umask ${umask} files are 0600 and folders 0700`, async (t) => {
    const data = join(await ownFolder(t), 'home', 'data')
    await runUnder(`umask ${umask}`, 'write-all-files', [data])
    const names = (await readdir(data, { recursive: true })).sort()
    t.is(names.length, 6)
    for (const path of [data, join(data, '..'), ...names.map((name) => join(data, name))]) {
      const found = await stat(path)
      t.is(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, path)
    }
  })

test('a write that the system takes in part only leaves the log as it was acknowledged', async (t) => {
  const folder = await ownFolder(t)
  const path = join(folder, 'log.jsonl')
  const args = [path, join(folder, 'quarantine')]
  const output = await runUnder('ulimit -f 16', 'append-to-the-limit', args)
  const { batches, failure, reopened, size } = JSON.parse(output)
  t.true(batches > 2 && batches < 1000)
  t.regex(failure, /^write_failed: .*EFBIG/)
  t.false(reopened, 'there is no more room than before')
  const log = await loadLog(logReader(sha256), path)()
  t.true(E.isRight(log) && log.right.records.length === batches && log.right.size === size)
  t.true(E.isRight(log) && log.right.tail === undefined)
})
