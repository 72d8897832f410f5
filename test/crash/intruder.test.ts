import { existsSync, readFileSync } from 'node:fs'
import { appendFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import { watchedLog } from '../support/disk-log.js'
import { session as id } from '../support/disk-story.js'
import { type LiveSession, liveSession } from '../support/live-session.js'
import { text } from '../support/scripted-model.js'
import { tempHome } from '../support/temp-home.js'
import { toldOf, toldRecords } from '../support/told.js'

// Somebody else changes the file of a live session, which no lock can keep him from.

type Scene = { readonly session: LiveSession; readonly path: string }

const scene = async (t: ExecutionContext): Promise<Scene> => {
  const home = await tempHome(t)
  const path = join(home, 'sessions', `${id}.jsonl`)
  const log = jsonlLog({ path, quarantineFolder: join(home, 'quarantine'), size: 0 })
  const session = liveSession({ log: watchedLog(log, () => contentOf(path)) })
  t.teardown(async () => {
    await session.ask({ method: 'shutdown', by: 'host' })
    await log.close()
  })
  await session.run('first')
  ;(await session.model.request(1)).reply([text('hi')])
  await session.nth('run_end', 1)
  return { session, path }
}

const contentOf = (path: string): Buffer =>
  existsSync(path) ? readFileSync(path) : Buffer.alloc(0)

const deeds: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'adds a line': (path) => appendFile(path, '{"a":"line of his"}\n'),
  'adds one byte': (path) => appendFile(path, 'x'),
  'cuts the end off': async (path) => truncate(path, (await readFile(path)).length - 10),
  'empties the file': (path) => truncate(path, 0),
  'moves a copy with a line of his over it': async (path) => {
    await writeFile(`${path}.new`, `${await readFile(path, 'utf8')}{"a":"line of his"}\n`)
    await rename(`${path}.new`, path)
  },
  'moves an equal copy over it': async (path) => {
    await writeFile(`${path}.new`, await readFile(path))
    await rename(`${path}.new`, path)
  },
  'moves it away and puts a copy in its place': async (path) => {
    await rename(path, `${path}.away`)
    await writeFile(path, await readFile(`${path}.away`))
  },
  'moves it away': (path) => rename(path, `${path}.away`),
  'removes the file': (path) => rm(path),
}

for (const [what, deed] of Object.entries(deeds))
  test(`an intruder who ${what} is noticed before anything more counts`, async (t) => {
    // given a session whose file was changed behind its back
    const { session, path } = await scene(t)
    const told = toldRecords(session).length
    await deed(path)
    const left = contentOf(path)

    // when something is asked of it
    const answer = await session.run('next')

    // then it is refused and said, nothing happened, and the file is as the intruder left it
    t.is(answer._tag === 'Left' && answer.left.code, 'storage_failed')
    t.regex(answer._tag === 'Left' ? answer.left.message : '', /is not as this Pod knows it/)
    t.is(toldOf(session, 'alert')[0]?.data.code, 'storage_failed')
    t.true(toldOf(session, 'alert')[0]?.data.message.includes(path))
    t.is(session.loop.snapshot().storage, 'failed')
    t.is(toldRecords(session).length, told)
    t.is(session.model.sent.length, 1)
    t.deepEqual(contentOf(path), left)
  })

test('a session goes on when what an intruder did is undone', async (t) => {
  const { session, path } = await scene(t)
  const before = contentOf(path)
  await rename(path, `${path}.away`)
  t.is((await session.run('next'))._tag, 'Left')
  await rename(`${path}.away`, path)
  t.is((await session.run('next'))._tag, 'Right')
  t.is((await session.nth('alert', 2)).data.code, 'storage_recovered')
  t.deepEqual(contentOf(path).subarray(0, before.length), before)
})
