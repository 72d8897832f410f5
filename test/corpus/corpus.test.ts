import { execFile, spawnSync } from 'node:child_process'
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
  const types = new Set(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type),
  )

  t.deepEqual([...types].sort(), Object.keys(eventCodecs).sort())
})

const testWithPython = spawnSync('python3', ['--version']).status === 0 ? test : test.skip

testWithPython('the verifier printed in docs/log-format.md agrees on every log', async (t) => {
  const document = await readFile(join('docs', 'log-format.md'), 'utf8')
  const script = /```python\n(.*?)```/s.exec(document)?.[1] ?? ''
  t.true(script.includes('hashlib.sha256') && script.trim().split('\n').length <= 12)
  const said = await pythonSays(script)
  t.deepEqual(said, await Promise.all(logs.map(({ name }) => chainWords(name))))
})

const run = promisify(execFile)

// One process for all logs; each run of the script sees its own path as its argument.
const pythonSays = async (script: string): Promise<ReadonlyArray<string>> => {
  const each = 'import sys\nscript, *logs = sys.argv[1:]\nfor sys.argv[1] in logs: exec(script, {})'
  const paths = logs.map(({ name }) => join(folder, `${name}.jsonl`))
  const { stdout } = await run('python3', ['-c', each, script, ...paths])
  return stdout.trim().split('\n')
}

// The script checks everything but what each event says.
const chainWords = async (name: string): Promise<string> => {
  const { problems } = await verdictOf(name)
  const kinds = problems.map(({ kind }) => kind)
  const holds = kinds.every((kind) => kind === 'event_shape' || kind === 'torn_tail')
  return `${holds ? 'intact' : 'NOT INTACT'} ${kinds.includes('torn_tail') ? 'torn tail' : 'whole'}`
}
