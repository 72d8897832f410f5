import { readFile, stat } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { processMark } from '../../../adapters/lock/holder.js'
import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { writeRegistry } from '../../../adapters/lock/registry-file.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { privateFolder } from '../../../adapters/node/private-folder.js'
import { writeLiveIndex } from '../../../cli/sessions/live-index.js'
import type { Event } from '../../../domain/event/event.js'
import { ownFolder } from '../../support/sample-log.js'
import { asked, attached, someSession, someTurn, storyLog, submitted } from '../../support/story.js'

const podOf = (n: number): PodEntry => ({
  pod: `pod-${n}`,
  ...processMark(process.pid),
  socket: `/run/pod-${n}/sock`,
  session: someSession(n),
  scope: { allow: [], deny: [] },
  parent: null,
  delegated: [],
})

const rowOf = (n: number) => ({
  pod: `pod-${n}`,
  session: someSession(n),
  socket: `/run/pod-${n}/sock`,
  pid: process.pid,
})

const given = async (t: ExecutionContext) => {
  const home = await ownFolder(t)
  const paths = pathsFrom({ YOI_HOME: home })
  await privateFolder(paths.data)
  const write = async (...pods: ReadonlyArray<PodEntry>) => {
    await writeRegistry(paths.scopeLock, pods)
    t.deepEqual(await writeLiveIndex(paths), E.right(undefined))
    return JSON.parse(await readFile(paths.liveIndex, 'utf8'))
  }
  return { paths, root: paths.data, write }
}

test('live.json has a row for each live Pod with what its log says', async (t) => {
  const { root, write } = await given(t)
  await storyLog(root, someSession(1))

  t.deepEqual(await write(podOf(1)), [
    {
      ...rowOf(1),
      cwd: '/work/here',
      updated: '2026-01-02T03:04:09.678Z',
      status: 'idle',
      turn: null,
      preview: 'What is here? → Two files.',
    },
  ])
})

const cancelAsked: Event = {
  type: 'StopRequested',
  data: { turn: someTurn(2), stop: 'cancel', by: 'user', shown: [] },
}

for (const [what, pid, events, status] of [
  ['a turn that its Pod is at work on runs', process.pid, [], 'running'],
  ['a turn that was left by a crash rests', 4242, [], 'paused'],
  ['a turn that was being cancelled at the crash has ended', 4242, [cancelAsked], 'idle'],
] as const)
  test(what, async (t) => {
    const { root, write } = await given(t)
    const story = await storyLog(root, someSession(1))
    await story.add(attached('pod-1', pid), submitted(2, 'q'), asked(2), ...events)

    const [row] = await write(podOf(1))

    t.is(row.status, status)
    t.is(row.turn, status === 'idle' ? null : someTurn(2))
  })

test('a Pod whose session has no record yet is idle and empty; without Pods there are no rows', async (t) => {
  const { write } = await given(t)

  t.like(await write(podOf(1)), [{ status: 'idle', preview: '[empty]', cwd: null }])
  t.deepEqual(await write(), [])
})

test('live.json is written only when it changes', async (t) => {
  const { paths, root, write } = await given(t)
  await storyLog(root, someSession(1))
  await write(podOf(1))
  const before = (await stat(paths.liveIndex)).ino

  await write(podOf(1))
  t.is((await stat(paths.liveIndex)).ino, before)

  await write(podOf(1), podOf(2))
  t.not((await stat(paths.liveIndex)).ino, before)
})
