import { deepEqual, equal, ok } from 'node:assert/strict'
import { copyFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { logReader } from '../../adapters/log/read-groups.js'
import { pathsFrom } from '../../adapters/node/paths.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { rejoining } from '../../cli/pod/founding.js'
import { type OpenSession, openSession } from '../../cli/pod/open-session.js'
import { verifySession } from '../../cli/sessions/verify-session.js'
import type { InputId } from '../../domain/ids.js'
import type { Ask } from '../../domain/input.js'
import type { LogRecord } from '../../domain/log/record.js'
import { fold } from '../../domain/projection.js'
import { statusOf } from '../../domain/session/announce.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { type Held, plan, settledView } from '../../domain/session/plan.js'
import type { Timestamp } from '../../domain/time.js'
import { sessionView } from '../../projections/session-view.js'
import { type LiveSession, liveSession, submit } from '../support/live-session.js'
import { call, text } from '../support/scripted-model.js'
import { someSession } from '../support/story.js'
import { tempHome } from '../support/temp-home.js'

// A crash leaves any prefix of the bytes that were being written; each is opened as a Pod opens it.

const at = '2026-01-02T03:04:05.678Z' as Timestamp
const session = someSession(1)
const reader = logReader(sha256)

const answered = async (): Promise<LiveSession> => {
  const live = liveSession()
  await live.run('first')
  ;(await live.model.request(1)).reply([text('hi')])
  await live.nth('run_end', 1)
  return live
}

const withOpenCalls = async (): Promise<LiveSession> => {
  const live = await answered()
  await live.run('two calls')
  ;(await live.model.request(2)).reply([call('Bash', {}, 'a'), call('Bash', {}, 'b')])
  await live.tools.running(1)
  await live.pause()
  await live.nth('run_end', 2)
  return live
}

// The log before a Submit, with it, and after it was taken back: three lengths of one file.
const takenBack = async (live: LiveSession, stop: 'pause' | 'cancel' | 'shutdown') => {
  const ends = live.told.filter(({ event }) => event === 'run_end').length
  const before = live.log.lines()
  const sent = live.model.sent.length
  await live.run('taken back')
  await live.model.request(sent + 1)
  const opened = live.log.lines()
  await live.ask({ method: stop, by: 'host' })
  await live.nth('run_end', ends + 1)
  return { before, opened, after: live.log.lines() }
}

const bytesOf = (lines: ReadonlyArray<string>): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(''))

const talkOf = (records: ReadonlyArray<LogRecord>) => evolveAll(records).conversation

const filesOf = (records: ReadonlyArray<LogRecord>) => {
  const view = fold(sessionView.view, records)
  return sessionView.files.map(({ text: textOf }) => textOf(view))
}

const recordsOf = (lines: ReadonlyArray<string>) =>
  lines.map((line) => JSON.parse(line) as LogRecord)

const opened = async (home: string, path: string): Promise<OpenSession> => {
  const place = { paths: pathsFrom({ YOI_HOME: home }), session, path, at }
  const open = await openSession(place, reader)
  if (E.isLeft(open)) throw new Error(open.left)
  return open.right
}

const heldOf = ({ followed, tail }: OpenSession): Held => {
  const { state } = followed.state
  const words = {
    pod: 'next',
    cwd: '/w',
    yoi: '0',
    scope: [],
    tools: state.pod?.tools ?? [],
    hooks: [],
  }
  return { state, prelude: rejoining(state, words, tail) }
}

// What the next Pod does first with such a log is appended to it as any batch.
const goesOn = async (
  t: ExecutionContext,
  from: { readonly home: string; readonly path: string },
) => {
  const { home, path } = from
  const open = await opened(home, path)
  const held = heldOf(open)
  const view = settledView(sha256, held, at)
  const isPaused = statusOf(view).status === 'paused'
  const ask: Ask = isPaused ? { method: 'resume', by: 'host' } : submit('run', 'again')
  const id = '01890000-0000-7000-8000-00000000abcd' as InputId
  const { group, verdict } = plan(sha256)({ type: 'command', id, at, ask }, held)
  t.true(E.isRight(verdict))
  t.true(E.isRight(await open.log.append(group.lines)()))
  await open.log.close()
  const report = await verifySession(reader, { session, log: path, folder: join(home, 'none') })
  deepEqual([report.intact, report.problems], [true, []])
  equal(statusOf(group.held.state).status, 'running')
}

const stories = [
  { name: 'an answered turn', make: answered, status: 'idle', stops: ['pause', 'cancel'] },
  {
    name: 'a resting turn with open calls',
    make: withOpenCalls,
    status: 'paused',
    stops: ['pause', 'shutdown'],
  },
] as const

for (const { name, make, status, stops } of stories)
  for (const stop of stops)
    test(`no cut of a Submit and its ${stop} leaves half of either, behind ${name}`, async (t) => {
      // given a log whose last groups are a Submit and the stop that took it back
      const home = await tempHome(t)
      const path = join(home, `${session}.jsonl`)
      const { before, opened: open, after } = await takenBack(await make(), stop)
      const whole = bytesOf(after)
      const [start, middle] = [bytesOf(before).length, bytesOf(open).length]
      const records = recordsOf(after)
      const [then, asked] = [records.slice(0, before.length), records.slice(0, open.length)]
      const talk = talkOf(then)
      await writeFile(path, whole)
      for (let length = whole.length; length >= start; length -= 1) {
        // when the file ends at any byte of them
        await truncate(path, length)
        const found = await opened(home, path)
        const view = settledView(sha256, heldOf(found), at)
        // then it is as before the Submit, or it rests with the input
        const isOpen = length >= middle && length < whole.length
        const kept = length === whole.length ? records : isOpen ? asked : then
        equal(found.starts.count(), kept.length)
        equal(found.tail?.length ?? 0, length - bytesOf(after.slice(0, kept.length)).length)
        equal(statusOf(view).status, isOpen ? 'paused' : status)
        deepEqual(view.conversation.items, isOpen ? talkOf(asked).items : talk.items)
        if (isOpen) ok(view.conversation.turn?.rested === true)
        else deepEqual(view.conversation, talk)
      }
      deepEqual(filesOf(records), filesOf(then))
      t.true(whole.length - start > 500)
    })

test('a log cut anywhere in them is carried on and verifies', async (t) => {
  for (const { make } of stories) {
    const home = await tempHome(t)
    const { before, after } = await takenBack(await make(), 'pause')
    const whole = bytesOf(after)
    const [source, path] = [join(home, 'source'), join(home, `${session}.jsonl`)]
    await writeFile(source, whole)
    for (let length = whole.length; length >= bytesOf(before).length; length -= 97) {
      await copyFile(source, path)
      await truncate(path, length)
      await goesOn(t, { home, path })
    }
  }
})
