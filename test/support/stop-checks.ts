import * as A from 'node:assert/strict'
import { refuse } from '../../adapters/model/offline/strict.js'
import { sha256 } from '../../adapters/node/sha256.js'
import { toArray } from '../../domain/list.js'
import type { LogRecord } from '../../domain/log/record.js'
import { statusOf } from '../../domain/session/announce.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { restingTurn } from '../../domain/session/state.js'
import { pending } from '../../domain/turn/call.js'
import { requestBytes } from '../../domain/turn/request/build-request.js'
import type { StopStory } from './stop-story.js'

/** Throws when a session that has come to a rest or an end breaks what must always hold. */
export const holdsWhenStill = ({ session }: StopStory): void => {
  const records = session.records()
  requestsAreValid(session.model.sent)
  requestsAreThoseOfTheLog(session.model.sent, records)
  againIsTheSame(records)
  callsHaveOneResult(records)
  callsRanOnce(session.tools.ran)
  statusFollows(session, records)
}

/**
 * Throws unless every opening and every resume of this life of the Pod had its one `run_end`, and
 * every abandon, which ends what had rested.
 */
export const endsOnce = ({ session }: StopStory): void => {
  const count = (event: string) => session.told.filter((one) => one.event === event).length
  const abandoned = session.told.filter(
    (one) =>
      one.event === 'record' && one.data.type === 'TurnEnded' && one.data.data.by === 'abandon',
  )
  A.equal(count('run_end'), count('turn_start') + abandoned.length, 'one run_end for each')
}

/** Throws unless the stop recorded exactly what was shown, and the model was not told it. */
export const keepsWhatWasShown = (shown: ReadonlyArray<unknown>, { session }: StopStory): void => {
  const stop = session.records().findLast(({ type }) => type === 'StopRequested')
  A.deepEqual(stop?.type === 'StopRequested' && stop.data.shown, shown)
  const talk = JSON.stringify(toArray(evolveAll(session.records()).conversation.items))
  for (const words of ['half a word', 'half a thought', 'half an arg'])
    A.ok(!talk.includes(words), `${words} is not in the conversation`)
}

type Sent = StopStory['session']['model']['sent']

/** Throws unless the real model would take every one of these requests. */
export const requestsAreValid = (sent: Sent): void => {
  for (const { body } of sent) A.equal(refuse(JSON.parse(requestBytes(body))), undefined)
}

const requestsAreThoseOfTheLog = (sent: Sent, records: ReadonlyArray<LogRecord>): void => {
  const logged = records.flatMap((one) => (one.type === 'RoundStarted' ? [one.data.request] : []))
  A.deepEqual(
    sent.map(({ body }) => sha256(requestBytes(body))),
    logged,
    'what was sent is what the log says was sent',
  )
}

/** Throws unless every request that was sent again is byte-equal. */
export const againIsTheSame = (records: ReadonlyArray<LogRecord>): void => {
  const first = new Map<string, string>()
  for (const { type, data } of records) {
    if (type !== 'RoundStarted') continue
    const name = `${data.turn} ${data.round}`
    A.equal(data.request, first.get(name) ?? data.request, 'a resent request is byte-equal')
    first.set(name, data.request)
  }
}

/** Throws unless every call has one result, or is pending in a resting turn. */
export const callsHaveOneResult = (records: ReadonlyArray<LogRecord>): void => {
  const state = evolveAll(records)
  const blocks = toArray(state.conversation.items).flatMap(({ content }) => content)
  const asked = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.call] : []))
  const given = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.call] : []))
  const open = pending(restingTurn(state)?.calls ?? []).map(({ id }) => id)
  A.deepEqual([...given, ...open].sort(), [...asked].sort(), 'a result, or pending while paused')
  const results = records.flatMap((one) =>
    one.type === 'ToolCallCompleted' ? [one.data.call] : [],
  )
  A.equal(new Set(results).size, results.length, 'no call is closed twice')
}

/** Throws when a call ran twice. */
export const callsRanOnce = (ran: StopStory['session']['tools']['ran']): void => {
  const inputs = ran.map(({ input }) => JSON.stringify(input))
  A.equal(new Set(inputs).size, inputs.length, 'no call runs twice')
}

// What a start settled is shown before it is written.
const statusFollows = (session: StopStory['session'], records: ReadonlyArray<LogRecord>): void => {
  if (!session.told.some(({ event }) => event === 'record')) return
  const { status, stopping, turn, queue_held } = session.loop.snapshot()
  const told = JSON.parse(JSON.stringify({ status, stopping, turn, queue_held }))
  A.deepEqual(told, statusOf(evolveAll(records)), 'the status follows from the log')
  const last = session.told.findLast((one) => one.event === 'status')
  A.deepEqual(last?.data ?? told, told, 'clients were told this status')
}
