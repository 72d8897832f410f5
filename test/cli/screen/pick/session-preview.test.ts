import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../../adapters/node/paths.js'
import { sessionPreview } from '../../../../cli/screen/pick/session-preview.js'
import { type ListRequest, listSessions } from '../../../../cli/sessions/list-sessions.js'
import type { ListedSession } from '../../../../projections/session-row.js'
import { putHugeLog } from '../../../support/many-sessions.js'
import { noLook } from '../../../support/no-look.js'
import { projecting, reader } from '../../../support/projecting.js'
import {
  paused,
  someSession,
  someTurn,
  started,
  storyLog,
  submitted,
  wholeTurn,
} from '../../../support/story.js'
import { tempHome } from '../../../support/temp-home.js'

const given = async (t: ExecutionContext) => {
  const home = await tempHome(t)
  const paths = pathsFrom({ YOI_HOME: home })
  const root = join(home, 'data')
  const row = async (pods: ListRequest['pods'] = new Map()): Promise<ListedSession> => {
    const list = await listSessions({ paths, reader, pods, limit: 1, look: noLook })
    if (E.isLeft(list) || list.right.rows[0] === undefined) throw new Error('no row')
    return list.right.rows[0]
  }
  const preview = async (pods?: ListRequest['pods']) =>
    (await sessionPreview(paths, await row(pods), { home: '/work' })).preview
  const texts = async (pods?: ListRequest['pods']) =>
    (await preview(pods)).facts.map(({ text }) => text)
  return { home, paths, root, row, preview, texts }
}

test('a session says its id, state, numbers and folder, and what was said last', async (t) => {
  const { root, preview, texts } = await given(t)
  await storyLog(root, someSession(1))

  t.deepEqual(await texts(), [
    someSession(1),
    'idle',
    '1 turn · 6 records · head 5 · tip 5',
    '~/here',
  ])
  t.regex(JSON.stringify((await preview()).blocks), /What is here\?.*Two files\./)
})

test('a paused and an interrupted one say that Enter resumes, a live one who has it', async (t) => {
  const { root, texts } = await given(t)
  const story = await storyLog(root, someSession(1))
  await story.add(submitted(2, 'more'))
  t.regex((await texts())[1] ?? '', /^interrupted within a turn: Enter on an empty line/)
  await story.add(paused(2))
  t.regex((await texts())[1] ?? '', /^paused: Enter on an empty line/)
  t.is(
    (await texts(new Map([[someSession(1), { pod: 'lab', pid: 4242 }]])))[1],
    'live in lab · paused',
  )
})

test('turns before the part that is read are counted by the checkpoint', async (t) => {
  const { root, paths, texts } = await given(t)
  const story = await storyLog(root, someSession(1))
  const long = 'あ'.repeat(60_000)
  for (let n = 2; n <= 20; n += 1)
    for (const group of wholeTurn(n, long, 'yes')) await story.add(...group)
  t.regex((await texts())[2] ?? '', /^1?\d turns or more · /)
  const projector = projecting(t, root, story)
  await projector.advance()
  t.regex((await texts())[2] ?? '', /^20 turns · /)
  await story.add(submitted(21, 'news'))
  t.regex((await texts())[2] ?? '', /^21 turns · /)
  rmSync(paths.projections, { recursive: true })
})

test('a damaged one says what is wrong, what to do, and shows what is good', async (t) => {
  const { root, preview, texts } = await given(t)
  const { path } = await storyLog(root, someSession(1))
  const bytes = readFileSync(path, 'utf8').replace('"text":"Two', '"text":"Six')
  writeFileSync(path, bytes)
  const before = statSync(path)

  const [id, problem, advice] = await texts()
  t.is(id, someSession(1))
  t.regex(problem ?? '', /^damaged: line \d+, byte \d+: /)
  t.true(advice?.includes(`yoi verify ${id}`))
  t.true(advice?.includes(`yoi fork ${id}`))
  t.regex(JSON.stringify((await preview()).blocks), /What is here\?/)
  t.is(readFileSync(path, 'utf8'), bytes)
  t.is(statSync(path).mtimeMs, before.mtimeMs)
})

test('a log of a later version is not called damaged', async (t) => {
  const { root, texts } = await given(t)
  const story = await storyLog(root, someSession(1))
  await story.add({ type: 'GoalDreamt', data: {} } as never)

  const [, problem, advice] = await texts()
  t.regex(problem ?? '', /^cannot be resumed: it holds GoalDreamt/)
  t.false(advice?.includes('yoi fork'))
})

test('a log of 1 GiB, one that is none and one that is gone are previewed at once', async (t) => {
  const { paths, row, preview, texts } = await given(t)
  mkdirSync(paths.sessions, { recursive: true })
  putHugeLog(paths.sessions, 1, '/work/here')
  t.regex(JSON.stringify((await preview()).blocks), /further question.*further answer/)
  t.regex((await texts())[2] ?? '', / or more · /)

  const path = join(paths.sessions, `${someSession(1)}.jsonl`)
  writeFileSync(path, new Uint8Array(300_000).fill(0xff))
  t.deepEqual((await preview()).blocks, [])
  const listed = await row()
  rmSync(path)
  t.deepEqual((await sessionPreview(paths, listed, { home: undefined })).preview.blocks, [])
})

test('damage that the list did not see is met by the preview and said', async (t) => {
  const { root, paths, row } = await given(t)
  const story = await storyLog(root, someSession(1))
  await projecting(t, root, story).advance()
  const listed = await row()
  const bytes = readFileSync(story.path, 'utf8').replace('What is here', 'What is hers')
  writeFileSync(story.path, bytes)

  const { preview, fault } = await sessionPreview(paths, listed, { home: undefined })

  t.is(fault?.message, 'the bytes of the line do not give its hash')
  t.regex(preview.facts[1]?.text ?? '', /^damaged: byte \d+: the bytes of the line/)
  t.regex(JSON.stringify(preview.blocks), /Two files\./)
})

for (const chars of [10, 400_000])
  test(`a fork with an answer of ${chars} letters shows the conversation that it took along`, async (t) => {
    const { root, preview } = await given(t)
    const fork = started(someSession(1)) as { type: string; data: object }
    const answer = `${'x'.repeat(chars)} the end`
    const conversation = [
      { kind: 'input', turn: someTurn(1), segments: [{ kind: 'text', content: 'Copied?' }] },
      {
        kind: 'item',
        turn: someTurn(1),
        role: 'assistant',
        content: [{ type: 'text', text: answer }],
      },
    ]
    const from = { session: someSession(2), seq: 5, hash: 'e'.repeat(64) }
    const data = { ...fork.data, forked_from: from, conversation }
    const story = await storyLog(root, someSession(1), [[{ ...fork, data } as never]])
    const shown = async () => JSON.stringify((await preview()).blocks)

    t.regex(await shown(), /Copied\?.*the end/)
    await story.add(submitted(2, 'Anew?'))
    t.regex(await shown(), /Copied\?.*the end.*Anew\?/)
  })
