import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { sha256 } from '../../adapters/node/sha256.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { verifySession } from '../../cli/sessions/verify-session.js'
import { eventCodecs } from '../../domain/event/event.js'
import { someSession } from '../support/story.js'
import { corpusLogs, type CorpusVerdict } from './corpus-logs.js'

const folder = join('test', 'corpus', 'logs')
const logs = corpusLogs()

const verdictOf = async (name: string): Promise<CorpusVerdict> =>
  JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))

for (const { name } of logs)
  test(`verify says of ${name}.jsonl exactly what stands beside it`, async (t) => {
    const log = join(folder, `${name}.jsonl`)
    const place = { session: someSession(1), log, folder: join(folder, 'none') }

    const { session, ...report } = await verifySession(logReader(sha256), place)

    const problems = report.problems.map(({ message, ...rest }) => rest)
    t.deepEqual({ ...report, problems }, await verdictOf(name))
    t.is(session, someSession(1))
    t.true(report.problems.every(({ message }) => message.length > 10))
  })

test('the files of the corpus are those that its generator makes', async (t) => {
  for (const { name, bytes, verdict } of logs) {
    t.deepEqual(await readFile(join(folder, `${name}.jsonl`)), bytes)
    t.deepEqual(await verdictOf(name), verdict)
  }
  t.is((await readdir(folder)).length, logs.length * 2)
})

test('every event of format 1 is in the corpus', async (t) => {
  const text = await readFile(join(folder, 'every-event.jsonl'), 'utf8')
  const types = new Set(text.trim().split('\n').map((line) => JSON.parse(line).type))

  t.deepEqual([...types].sort(), Object.keys(eventCodecs).sort())
})

const run = promisify(execFile)
const hasPython = () =>
  run('python3', ['--version']).then(
    () => true,
    () => false,
  )

test('the verifier printed in docs/log-format.md agrees on every log', async (t) => {
  const script = /```python\n(.*?)```/s.exec(await readFile('docs/log-format.md', 'utf8'))?.[1]
  t.true((script ?? '').trim().split('\n').length <= 14)
  if (!(await hasPython())) {
    t.log('skipped: there is no python3 on this machine')
    return
  }
  for (const { name } of logs) {
    const { intact, problems, records, tip } = await verdictOf(name)
    const { stdout } = await run('python3', ['-c', script ?? '', join(folder, `${name}.jsonl`)])
    const shapes = problems.every(({ kind }) => kind === 'event_shape' || kind === 'torn_tail')
    const torn = problems.some(({ kind }) => kind === 'torn_tail')
    t.is(stdout.trim(), said({ intact: intact || shapes, torn }), name)
    t.true(records > 0 && tip !== null)
  }
})

// It checks everything but what each event says.
const said = ({ intact, torn }: { readonly intact: boolean; readonly torn: boolean }): string =>
  `${intact ? 'intact' : 'NOT INTACT'}${torn ? ', torn tail' : ''}`
