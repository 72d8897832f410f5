import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { writeLiveIndex } from '../../../cli/sessions/write-live-index.js'
import type { Event } from '../../../domain/event/event.js'
import { projecting, projectionsOf, reader } from '../../support/projecting.js'
import { ownFolder } from '../../support/sample-log.js'
import {
  asked,
  attached,
  firstTurn,
  someSession,
  someTurn,
  storyLog,
  submitted,
} from '../../support/story.js'

const podOf = (n: number, pid: number) => ({
  pod: `pod-${n}`,
  session: someSession(n),
  socket: `/run/pod-${n}/sock`,
  pid,
})

const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const paths = pathsFrom({ YOI_HOME: home })
  const root = join(home, 'data')
  const write = async (...pods: ReadonlyArray<ReturnType<typeof podOf>>) => {
    await writeLiveIndex({ paths, reader, pods })
    return JSON.parse(await readFile(paths.liveIndex, 'utf8'))
  }
  return { paths, root, write }
}

test('live.json has a row for each live Pod, the same with and without projections', async (t) => {
  const { root, write } = await given(t)
  const story = await storyLog(root, someSession(1))
  await projecting(t, root, story).advance()

  const rows = await write(podOf(1, 4242))

  t.deepEqual(rows, [
    {
      ...podOf(1, 4242),
      cwd: '/work/here',
      updated: '2026-01-02T03:04:09.678Z',
      status: 'idle',
      turn: null,
      preview: 'What is here? → Two files.',
    },
  ])
  await rm(projectionsOf(root, story), { recursive: true })
  t.deepEqual(await write(podOf(1, 4242)), rows)
})

const cancelAsked: Event = {
  type: 'StopRequested',
  data: { turn: someTurn(2), stop: 'cancel', by: 'user', shown: [] },
}

for (const [what, pid, events, status] of [
  ['a turn that its Pod is at work on runs', 4242, [], 'running'],
  ['a turn that was left by a crash rests', 77, [], 'paused'],
  ['a turn that was being cancelled at the crash has ended', 77, [cancelAsked], 'idle'],
] as const)
  test(what, async (t) => {
    const { root, write } = await given(t)
    const story = await storyLog(root, someSession(1))
    await story.add(submitted(2, 'q'), asked(2), ...events)
    await projecting(t, root, story).advance()

    const [row] = await write(podOf(1, pid))

    t.is(row.status, status)
    t.is(row.turn, status === 'idle' ? null : someTurn(2))
  })

test('a Pod whose session has no record yet is idle and empty; without Pods there are no rows', async (t) => {
  const { write } = await given(t)

  t.like(await write(podOf(1, 1)), [{ status: 'idle', preview: '[empty]', cwd: null }])
  t.deepEqual(await write(), [])
})

test('live.json is written only when it changes', async (t) => {
  const { paths, root, write } = await given(t)
  const story = await storyLog(root, someSession(1), firstTurn(someSession(1)))
  await write(podOf(1, 4242))
  const before = (await stat(paths.liveIndex)).ino

  await write(podOf(1, 4242))
  t.is((await stat(paths.liveIndex)).ino, before)

  await story.add(attached('pod-1', 4242))
  await write(podOf(1, 4242))
  t.not((await stat(paths.liveIndex)).ino, before)
})
