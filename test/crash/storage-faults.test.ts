import * as A from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { crashImages, cutsOf } from '../support/crash-images.js'
import { bytesAt, emptyDisk } from '../support/disk-image.js'
import { type DiskLog, diskLog } from '../support/disk-log.js'
import { places, readLog } from '../support/disk-story.js'
import { type Fault, type FileCall, systemErrors } from '../support/faulty-log-files.js'
import { type LiveSession, liveSession, submit } from '../support/live-session.js'
import type { ModelPlan } from '../support/model-disk.js'
import { fcOptions } from '../support/rounds.js'
import { bytesOf } from '../support/sample-log.js'
import { call, type SentRequest, text } from '../support/scripted-model.js'
import { resultsTold, toldOf, toldRecords } from '../support/told.js'

// A turn of two rounds with one call, on a disk of which any call may fail.

type Scene = { readonly session: LiveSession; readonly log: DiskLog }

const scene = (plan: ModelPlan = () => undefined): Scene => {
  const log = diskLog()
  log.disk.follow(plan)
  return { session: liveSession({ log }), log }
}

/** Lets the model and the tool answer whatever they are asked, until the fact holds. */
const playUntil = async (fact: () => boolean, { model, tools }: LiveSession): Promise<void> => {
  for (let turns = 0; !fact(); turns += 1) {
    if (turns > 100_000) throw new Error('it never comes to that')
    for (const request of model.sent) if (!request.aborted()) request.reply(answerTo(request))
    for (const one of tools.ran) one.finish({ content: 'what was read' })
    await new Promise(setImmediate)
  }
}

const answerTo = ({ body }: SentRequest) =>
  JSON.stringify(body.messages.at(-1)).includes('tool_result')
    ? [text('That is it.')]
    : [text('I look.'), call('Read', { path: 'a' })]

const isOver = (session: LiveSession) => () => resultsTold(session).at(-1) === 'finished'
const isBroken = (session: LiveSession) => session.loop.snapshot().storage === 'failed'

/** The calls of the turn on a disk without faults. */
const callsOfTheTurn = async (): Promise<ReadonlyArray<FileCall>> => {
  const { session, log } = scene()
  await session.run('read it')
  await playUntil(isOver(session), session)
  return log.disk.calls
}

const whole = await callsOfTheTurn()

test('the turn has enough calls for something to fail', (t) => {
  t.true(whole.length >= 18)
  for (const one of ['makeFolder', 'open', 'size', 'write', 'datasync', 'syncFolder'] as const)
    t.true(whole.includes(one), one)
})

const faults: ReadonlyArray<Fault> = [...systemErrors, 'late']

for (const fault of faults)
  test(`${fault} of any call shows at once, undoes nothing, and all goes on afterwards`, async (t) => {
    for (const lasts of lengths(fault))
      for (const at of whole.keys()) {
        const where = `${fault} at call ${at} (${whole[at]}), ${lasts}`
        await t.notThrowsAsync(breaksAndGoesOn({ at, fault, lasts }), where)
      }
  })

// Errors that change nothing are all alike to whoever meets them again and again.
const lengths = (fault: Fault): ReadonlyArray<Failing['lasts']> =>
  fault === 'EMFILE' || fault === 'EACCES' || fault === 'EFBIG'
    ? ['once']
    : ['once', 'for this kind of call', 'for all calls']

type Failing = {
  readonly at: number
  readonly fault: Fault
  readonly lasts: 'once' | 'for this kind of call' | 'for all calls'
}

const planOf = ({ at, fault, lasts }: Failing): ModelPlan => {
  const fails = (name: FileCall) => lasts === 'for all calls' || name === whole[at]
  return (name, n) => (n === at || (lasts !== 'once' && n > at && fails(name)) ? fault : undefined)
}

const breaksAndGoesOn = async (failing: Failing): Promise<void> => {
  const { session, log } = scene(planOf(failing))
  const first = await session.run('read it')
  await playUntil(() => isBroken(session) || isOver(session)(), session)
  A.ok(isBroken(session), 'the fault shows')
  nothingFollowed(session, log)
  A.equal(first._tag, session.records().length > 0 ? 'Right' : 'Left', 'accepted when durable')
  A.equal(resultsTold(session).length, 0, 'no run_end')
  A.equal(toldOf(session, 'alert').at(-1)?.data.code, 'storage_failed')
  A.equal(toldOf(session, 'status').at(-1)?.data.storage, 'failed')
  if (failing.lasts !== 'once') await refusesInputs(session)

  log.mend()
  const sent = session.model.sent.length
  const answer = await (session.records().length === 0 ? session.run('read it') : session.resume())
  A.equal(answer._tag, 'Right')
  if (sent > 0) A.equal(resultsTold(session)[0], 'paused')
  await playUntil(isOver(session), session)
  A.equal(toldOf(session, 'status').at(-1)?.data.storage, undefined)
  A.equal(toldOf(session, 'alert').at(-1)?.data.code, 'storage_recovered')
  nothingFollowed(session, log)
  A.equal(session.tools.ran.length, 1, 'the call ran once')
  isWholeAndDurable(log)
}

// What clients heard, the model was asked and tools did is what the log says.
const nothingFollowed = (session: LiveSession, log: DiskLog): void => {
  const records = session.records()
  const count = (type: string) => records.filter((record) => record.type === type).length
  A.deepEqual(toldRecords(session), records)
  A.equal(session.model.sent.length, count('RoundStarted'))
  A.equal(session.tools.ran.length, count('ToolCallStarted'))
  const bytes = bytesAt(log.disk.image(), places.log) ?? Buffer.alloc(0)
  A.ok(bytes.subarray(0, log.size()).equals(bytesOf(log.lines())))
}

const refusesInputs = async (session: LiveSession): Promise<void> => {
  const before = session.log.lines()
  const answers = [
    await session.run('and this'),
    await session.ask(submit('queue', 'and that')),
    await session.resume(),
  ]
  for (const answer of answers)
    A.equal(answer._tag === 'Left' && answer.left.code, 'storage_failed')
  A.deepEqual(session.log.lines(), before)
  A.ok(isBroken(session), 'it shows until it is cured')
  const alerts = toldOf(session, 'alert').map(({ data }) => data.code)
  A.deepEqual(alerts, ['storage_failed'], 'said once')
}

const isWholeAndDurable = ({ disk, lines }: DiskLog): void => {
  for (const image of crashImages(emptyDisk, disk.ops, cutsOf(1))) {
    const read = readLog(image)
    A.deepEqual(read?.groups.flat(), lines())
    A.equal(read?.problem ?? read?.tail, undefined)
  }
}

test('short writes everywhere change nothing', async (t) => {
  const { session, log } = scene((name) => (name === 'write' ? 'short' : undefined))
  await session.run('read it')
  await playUntil(isOver(session), session)
  t.deepEqual(toldOf(session, 'alert'), [])
  t.deepEqual(toldRecords(session), session.records())
  t.true(log.disk.calls.filter((name) => name === 'write').length > 1000)
  t.is(log.disk.calls.filter((name) => name === 'datasync').length, log.batches())
  t.notThrows(() => isWholeAndDurable(log))
})

test('after a sync that failed nothing counts before the log was opened anew and read', async (t) => {
  const syncs = whole.flatMap((name, n) => (name === 'datasync' ? [n] : []))
  for (const at of syncs) {
    // given a sync that fails once; the next one would say that all is well
    const { session, log } = scene((_, n) => (n === at ? 'EIO' : undefined))
    await session.run('read it')
    await playUntil(() => isBroken(session), session)
    const told = toldRecords(session).length
    t.is(log.disk.calls.slice(at + 1).indexOf('datasync'), -1, 'no sync is tried again')
    // when the log is used again
    await (told === 0 ? session.run('read it') : session.resume())
    // then it was opened anew, and its end read, before anything more was made durable
    const later = log.disk.calls.slice(at + 1)
    t.true(later.indexOf('open') !== -1 && later.indexOf('open') < later.indexOf('datasync'))
    if (told > 0)
      t.true(later.lastIndexOf('read', later.indexOf('datasync')) > later.indexOf('open'))
    await playUntil(isOver(session), session)
    t.notThrows(() => isWholeAndDurable(log))
  }
})

const series = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...faults, 'short' as const) },
  ),
  { maxLength: 120 },
)

test('after any series of faults the turn ends, and the log is what happened', async (t) => {
  const ends = fc.asyncProperty(series, async (some) => {
    const { session, log } = scene((_, n) => some[n])
    const rests = () => session.loop.snapshot().status === 'paused'
    for (let tries = 0; tries < 200 && !isOver(session)(); tries += 1) {
      await (session.records().length === 0 ? session.run('read it') : session.resume())
      nothingFollowed(session, log)
      await playUntil(() => isBroken(session) || rests() || isOver(session)(), session)
    }
    A.ok(isOver(session)())
    nothingFollowed(session, log)
    A.equal(session.tools.ran.length, 1, 'the call ran once')
    isWholeAndDurable(log)
  })
  await t.notThrowsAsync(fc.assert(ends, fcOptions()))
})
