import { deepEqual, equal, ok } from 'node:assert/strict'
import test from 'ava'
import * as fc from 'fast-check'
import type { LogRecord } from '../../../domain/log/record.js'
import { fold } from '../../../domain/projection.js'
import type { Notification, Snapshot } from '../../../domain/protocol/notification.js'
import type { LiveDelta } from '../../../domain/reply.js'
import { applyLive, nothingLive } from '../../../projections/transcript/live.js'
import { itemsFrom } from '../../../projections/transcript/sequence.js'
import { transcript } from '../../../projections/transcript/transcript.js'
import { type LiveSession, liveSession } from '../../support/live-session.js'
import { fcOptions } from '../../support/rounds.js'
import { call, type SentRequest, text } from '../../support/scripted-model.js'

type What =
  | { readonly kind: 'delta'; readonly delta: LiveDelta }
  | { readonly kind: 'reply' | 'call' | 'fail' | 'retry' | 'look' }

const usage = { input: 3, output: 1, cache_read: 0, cache_write: 0 }
const deltas: ReadonlyArray<LiveDelta> = [
  { kind: 'usage', usage },
  { kind: 'text', block: 0, text: 'words ' },
  { kind: 'thinking', block: 1, text: 'a thought ' },
]

const what: fc.Arbitrary<What> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...deltas).map((delta) => ({ kind: 'delta', delta })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('reply', 'call', 'fail', 'retry', 'look').map((kind) => ({
      kind,
    })),
  },
) as fc.Arbitrary<What>

// One thing of a race, after so many turns of the loop of micro tasks; 4 lets everything run.
const pull = fc.record({ ticks: fc.nat({ max: 4 }), what })
const race = fc.record({
  before: fc.array(pull, { maxLength: 3 }),
  ticks: fc.nat({ max: 4 }),
  stop: fc.constantFrom('pause' as const, 'cancel' as const),
  after: fc.array(pull, { maxLength: 3 }),
})

const letRun = async (ticks: number): Promise<void> => {
  if (ticks === 4) return new Promise((resolve) => setImmediate(resolve))
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
}

// A client that attaches at some moment: what it was shown, and how much had been told before.
type Look = { readonly snapshot: Snapshot; readonly from: number }

const draw = (session: LiveSession, request: SentRequest, looks: Array<Look>) => (one: What) => {
  switch (one.kind) {
    case 'delta':
      return request.stream(one.delta)
    case 'reply':
      return request.reply([text('words all')])
    case 'call':
      return request.reply([call('Bash')])
    case 'fail':
      return request.fail({ retryable: false })
    case 'retry':
      return request.fail({ retryable: true })
    case 'look':
      return void looks.push({ snapshot: session.loop.snapshot(), from: session.told.length })
  }
}

const recordsTold = (told: ReadonlyArray<Notification>): ReadonlyArray<LogRecord> =>
  told.flatMap((one) => (one.event === 'record' ? [one.data] : []))

const screenOf = (records: ReadonlyArray<LogRecord>) =>
  itemsFrom(0, fold(transcript, records).blocks)

const wordsTold = (told: ReadonlyArray<Notification>): string =>
  told
    .flatMap((one) => (one.event === 'text_delta' || one.event === 'thinking_delta' ? [one] : []))
    .map(({ data }) => data.text)
    .join('')

test('whichever comes first, a stop or the first delta, decides, and screen and log agree', async (t) => {
  const ends = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(race, async ({ before, ticks, stop, after }) => {
      // given a turn whose reply, failure and stop come in some order and closeness
      const session = liveSession()
      await session.run('go')
      const request = await session.model.request(1)
      const looks: Array<Look> = []
      const one = draw(session, request, looks)
      for (const { ticks: wait, what: pulled } of before) {
        await letRun(wait)
        one(pulled)
      }
      await letRun(ticks)
      const stopping = session.ask({ method: stop, by: 'host' })
      for (const { ticks: wait, what: pulled } of after) {
        await letRun(wait)
        one(pulled)
      }
      // when it has ended
      const end = await session.nth('run_end', 1)
      await stopping
      await letRun(4)
      ends.set(end.data.result, (ends.get(end.data.result) ?? 0) + 1)
      // then what was told is what the log holds, for every client
      logAndScreenAgree(session)
      for (const look of looks) lookAgrees(look, session)
      firstTurnAgrees(session, end.data.result)
    }),
    fcOptions(67),
  )
  t.log(Object.fromEntries(ends))
  for (const result of ['rolled_back', 'paused', 'cancelled', 'finished'])
    t.true((ends.get(result) ?? 0) > 0, result)
})

const logAndScreenAgree = ({ told, records }: LiveSession): void => {
  deepEqual(screenOf(recordsTold(told)), screenOf(records()), 'screen and log show the same')
  const live = told.reduce(applyLive, nothingLive)
  const stoppedAt = told.findIndex((one) => one.event === 'record' && isStop(one.data))
  const late = stoppedAt === -1 ? '' : wordsTold(told.slice(stoppedAt))
  equal(late, '', 'nothing of the reply is shown once the stop is taken')
  if (stoppedAt !== -1) deepEqual(live.blocks, [])
}

const isStop = (record: LogRecord): boolean => record.type === 'StopRequested'

const lookAgrees = ({ snapshot, from }: Look, { told, records }: LiveSession): void => {
  const later = [...snapshot.records, ...recordsTold(told.slice(from))]
  deepEqual(later, records(), 'no gap and no double')
  const last = snapshot.records.at(-1)
  ok(last === undefined || !isStop(last) || last.more === undefined, 'never between')
  const undone = snapshot.records.some(({ type }) => type === 'HeadReset')
  const opened = snapshot.records.some(({ type }) => type === 'InputSubmitted')
  const own = snapshot.segments.length
  equal(own, undone || !opened ? 0 : own, 'either before or after')
  if (undone) deepEqual([snapshot.status, snapshot.items, snapshot.in_flight], ['idle', [], null])
}

// The one turn that the race is about: its outcome follows from what had been shown of it.
const firstTurnAgrees = ({ told, records, loop }: LiveSession, result: string): void => {
  const log = records()
  const stop = log.find((record) => record.type === 'StopRequested')
  const undone = log.some(({ type }) => type === 'HeadReset')
  const replied = log.some(({ type }) => type === 'AssistantReplied')
  equal(undone, result === 'rolled_back')
  if (stop?.type !== 'StopRequested' || log.filter(isStop).length !== 1) return
  const shown = stop.data.shown.map((block) => block['text'] ?? '').join('')
  const ownWords = told.slice(
    0,
    told.findIndex((one) => one.event === 'run_end'),
  )
  if (undone) {
    equal(wordsTold(ownWords), '', 'nothing of it had been shown')
    deepEqual(stop.data.shown, [])
    equal(loop.shown().conversation.turn, undefined)
    deepEqual(
      screenOf(log).map((block) => (block.kind === 'mark' ? block.mark : block.kind)),
      ['taken_back'],
    )
  } else if (!replied && result !== 'errored') {
    ok(wordsTold(ownWords) !== '', 'something of it had been shown')
    // What an attempt had shown before it failed is not in the log.
    if (told.some(({ event }) => event === 'retry')) return
    equal([...shown].sort().join(''), [...wordsTold(ownWords)].sort().join(''))
  }
}
