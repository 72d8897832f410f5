import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { logReader, ownLogReader } from '../../adapters/log/read-groups.js'
import { refuse } from '../../adapters/model/offline/strict.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { openSession } from '../../cli/pod/open-session.js'
import { listSessions } from '../../cli/sessions/list-sessions.js'
import { verifySession } from '../../cli/sessions/verify-session.js'
import { eventCodecs } from '../../domain/event/event.js'
import { firstRequest, linesOf } from '../support/first-request.js'
import { loadLog } from '../support/load-log.js'
import { noLook } from '../support/no-look.js'
import { hasPython, pythonVerdicts, verdictInWords } from '../support/python-verifier.js'
import { ownFolder, sampleTime } from '../support/sample-log.js'
import { someSession } from '../support/story.js'
import type { CorpusLog, FirstRequest } from './corpus-log.js'
import { corpusLogs } from './corpus-logs.js'

type Beside = Omit<CorpusLog, 'name' | 'bytes'>

const folder = join('test', 'corpus', 'logs')
const reader = ownLogReader(sha256)
const session = someSession(1)
const logs = corpusLogs()

const besides = async (name: string): Promise<Beside> =>
  JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))

// The log as a session of a home of its own.
const given = async (t: ExecutionContext, name: string) => {
  const paths = pathsFrom({ YOI_HOME: await ownFolder(t) })
  const path = join(paths.sessions, `${session}.jsonl`)
  await mkdir(paths.sessions, { recursive: true })
  await copyFile(join(folder, `${name}.jsonl`), path)
  return { paths, path, place: { session, log: path, folder: join(paths.projections, session) } }
}

for (const { name } of logs)
  test(`of ${name}.jsonl verify, the list and a restore say exactly what stands beside it`, async (t) => {
    const { paths, path, place } = await given(t, name)
    const expected = await besides(name)

    const { session: verified, ...report } = await verifySession(reader, place)
    const problems = report.problems.map(({ message, ...rest }) => rest)
    t.deepEqual({ ...report, problems }, expected.verdict)
    t.is(verified, session)
    t.true(report.problems.every(({ message }) => message.length > 10))

    const listed = await listSessions({
      paths,
      reader: logReader(sha256),
      pods: new Map(),
      limit: 1,
      look: noLook,
    })
    const row = E.isRight(listed) ? listed.right.rows[0] : undefined
    const { problem, ...told } = expected.row
    t.like(row, told)
    t.is(row?.problem?.slice(0, problem?.length), problem)

    t.deepEqual(await firstOf(t, path), expected.first)
    t.deepEqual(await readFile(path), await readFile(join(folder, `${name}.jsonl`)))
  })

// What a Pod would do with it, short of serving: a damaged log is refused with what to do.
const firstOf = async (t: ExecutionContext, path: string): Promise<FirstRequest> => {
  const paths = pathsFrom({ YOI_HOME: join(path, '..', '..', '..') })
  const open = await openSession({ paths, session, path, at: sampleTime }, reader)
  if (E.isLeft(open)) {
    const { last_good: good } = await verifySession(reader, { session, log: path, folder: '/none' })
    t.true(open.left.includes(`yoi verify ${session}`))
    t.is(open.left.includes('yoi fork'), good !== null)
    if (good) t.true(open.left.includes(`yoi fork ${session} --at ${good.seq} `), open.left)
    return 'damaged'
  }
  const loaded = await loadLog(reader, path)()
  if (E.isLeft(loaded)) throw new Error(loaded.left.message)
  const { records, foreign, newer } = loaded.right
  if (foreign !== undefined || newer) return 'read_only'
  if (records.length === 0) return 'no_session'
  const body = firstRequest(records)
  t.is(refuse(JSON.parse(JSON.stringify(body))), undefined)
  return linesOf(body)
}

test('the files of the corpus are those that its generator makes', async (t) => {
  for (const { name, bytes, ...beside } of logs) {
    t.deepEqual(await readFile(join(folder, `${name}.jsonl`)), bytes)
    t.deepEqual(await besides(name), beside)
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

const testWithPython = hasPython ? test : test.skip

testWithPython('the verifier printed in docs/log-format.md agrees on every log', async (t) => {
  const said = await pythonVerdicts(logs.map(({ name }) => join(folder, `${name}.jsonl`)))

  t.deepEqual(
    said,
    logs.map(({ verdict }) => verdictInWords(verdict.problems)),
  )
})
