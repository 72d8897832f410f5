import { deepEqual, equal } from 'node:assert/strict'
import test from 'ava'
import * as fc from 'fast-check'
import { refuse } from '../../../adapters/model/offline/strict.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { type Event, eventCodecs } from '../../../domain/event/event.js'
import { toArray } from '../../../domain/list.js'
import { type LogRecord, refOf } from '../../../domain/log/record.js'
import { seal } from '../../../domain/log/seal.js'
import { statusOf } from '../../../domain/session/announce.js'
import {
  closePending,
  closeStarted,
  neverStarted,
  outcomeUnknown,
} from '../../../domain/session/close-calls.js'
import { evolve } from '../../../domain/session/evolve.js'
import { forkOf } from '../../../domain/session/fork.js'
import { leftOutNext } from '../../../domain/session/make-room.js'
import { requestOf } from '../../../domain/session/request.js'
import { initialState, type State } from '../../../domain/session/state.js'
import type { Timestamp } from '../../../domain/time.js'
import { requestBytes } from '../../../domain/turn/request/build-request.js'
import { corpusLogs } from '../../corpus/corpus-logs.js'
import { newMachineWithHooks } from '../../support/machine.js'
import { moves } from '../../support/machine-moves.js'
import { fcOptions } from '../../support/rounds.js'
import {
  asked,
  attached,
  callDone,
  callStarted,
  recordsOf,
  replied,
  someInput,
  someSession,
  someTurn,
  started,
  submitted,
} from '../../support/story.js'

const at = '2026-02-03T04:05:06.789Z' as Timestamp

// The record that a fork of this state begins with, from its line as a reader would have it.
const firstRecord = (state: State): LogRecord => {
  const from = { session: someSession(1), ...(state.tip as NonNullable<State['tip']>) }
  const event = forkOf(state, { session: someSession(2), from })
  if (event === undefined) throw new Error('nothing to fork')
  const [sealed] = seal(sha256)([event], undefined, at)
  return JSON.parse(sealed?.line ?? '')
}

// Only the tools are not the session's own: they are those of the Pod that takes it.
const forked = (state: State): State => ({
  ...evolve(initialState, firstRecord(state)),
  ...(state.pod === undefined ? {} : { pod: state.pod }),
})

// What the origin would send had the calls without a result been closed there, and behind a turn that
// was too long.
const closedThere = (state: State): State => {
  const { turn } = state.conversation
  const leftOut = leftOutNext(state.conversation)
  const closing: ReadonlyArray<Event> =
    turn === undefined
      ? leftOut === undefined
        ? []
        : [leftOut]
      : [...closeStarted(turn, outcomeUnknown('fork')), ...closePending(turn, neverStarted('fork'))]
  return seal(sha256)(closing, state.tip, at).reduce(
    (sum, { record }) => evolve(sum, record),
    state,
  )
}

const bytesOf = (state: State): string => requestBytes(requestOf(state) as never)

const agrees = (state: State): void => {
  const fork = forked(state)
  equal(eventCodecs.SessionStarted.is(firstRecord(state)), true)
  equal(bytesOf(fork), bytesOf(closedThere(state)))
  equal(statusOf(fork).status, 'idle')
  equal(refuse(JSON.parse(bytesOf(fork))), undefined)
  // A fork of the fork is the same conversation again, named as it is there.
  deepEqual(contentOf(forked(fork)), contentOf(fork))
}

const contentOf = ({ conversation }: State) => ({
  items: toArray(conversation.items),
  segments: toArray(conversation.segments),
})

const everyState = (records: Iterable<LogRecord>): ReadonlyArray<State> => {
  const states: State[] = []
  for (const record of records) states.push(evolve(states.at(-1) ?? initialState, record))
  return states
}

test('at every record of every intact log the fork would send what its origin would', (t) => {
  for (const { bytes, verdict } of corpusLogs()) {
    if (!verdict.intact || verdict.records === 0) continue
    const lines = bytes.toString('utf8').split('\n').slice(0, verdict.records)
    const records = lines.map((line): LogRecord => JSON.parse(line))
    const known = records.filter(({ type }) => Object.hasOwn(eventCodecs, type))
    everyState(known).forEach(agrees)
  }
  t.pass()
})

test('so it does at every record of any history', (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: moves.length - 1 }), { maxLength: 25 }), (steps) => {
      const machine = steps.reduce(
        (sum, step) => moves[step]?.make(sum) ?? sum,
        newMachineWithHooks(),
      )
      everyState(machine.records).forEach(agrees)
    }),
    fcOptions(),
  )
  t.pass()
})

const use = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} }) as const

test('between a call and its result the fork closes the call itself, and says so', (t) => {
  const story = [
    [started(someSession(1)), attached('a'), submitted(1, 'q'), asked(1)],
    [replied(1, [use('x'), use('y'), use('z')]), callStarted(1, 4, 0), callStarted(1, 4, 1)],
    [callDone(1, 4, 0)],
  ]

  const { items } = contentOf(forked(everyState(recordsOf(story)).at(-1) as State))

  const results = items.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? [block] : [])),
  )
  t.deepEqual(
    results.map(({ call, outcome, synthetic }) => [call, outcome, synthetic]),
    [
      ['0.0', 'ok', undefined],
      ['0.1', 'unknown', true],
      ['0.2', 'cancelled', true],
    ],
  )
})

test('calls that the provider gave one id keep the ids that the origin sent', (t) => {
  const story = [
    [started(someSession(1)), attached('a'), submitted(1, 'q'), asked(1)],
    [replied(1, [use('same')]), callStarted(1, 4)],
    [callDone(1, 4), asked(1, 2)],
    [replied(1, [use('same'), use('not an id')], 2), callStarted(1, 8)],
  ]
  const state = everyState(recordsOf(story)).at(-1) as State

  t.is(bytesOf(forked(state)), bytesOf(closedThere(state)))
  t.true(bytesOf(state).includes('call_8_0'))
})

test('what waits, the open turn, the keys and the tokens stay with the origin', (t) => {
  const queued: Event = {
    type: 'InputQueued',
    data: { input: someInput(9), segments: [], by: 'host', key: someTurn(9) as never },
  }
  const story = [
    [started(someSession(1)), attached('a'), submitted(1, 'q'), asked(1)],
    [replied(1, [{ type: 'text', text: 'a' }]), queued],
  ]
  const state = everyState(recordsOf(story)).at(-1) as State

  const record = firstRecord(state)
  const fork = evolve(initialState, record)

  t.deepEqual(fork.inbox.inputs, [])
  t.deepEqual(fork.keys, [])
  t.is(fork.conversation.turn, undefined)
  t.is(fork.conversation.usage.output, 0)
  t.deepEqual(fork.conversation.head, refOf(record))
  t.like(record, {
    seq: 0,
    data: {
      session: someSession(2),
      forked_from: { session: someSession(1), ...state.tip },
      cwd: '/work/here',
      system: 'You are a test.',
    },
  })
})

test('before a session has begun there is nothing to fork', (t) => {
  const from = { session: someSession(1), seq: 0, hash: sha256('x') }
  t.is(forkOf(initialState, { session: someSession(2), from }), undefined)
})
