import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import type { InputId, TurnId } from '../../../domain/ids.js'
import type { Call, CallProgress, WaitFor } from '../../../domain/protocol/call.js'
import { breakCall, startCall, stepCall } from '../../../domain/protocol/call-progress.js'
import type { Method } from '../../../domain/protocol/method.js'
import type { Notification, RunResult } from '../../../domain/protocol/notification.js'
import type { PodStatus } from '../../../domain/protocol/status.js'
import { hash, hello, snapshotAt } from '../../support/wire-world.js'

const turn = (n: number) => `019f0000-0000-7000-8000-00000000000${n}` as TurnId
const input = (n: number) => turn(n) as string as InputId

const run: Method = { method: 'run', params: { input: [] } }
const bare = (method: 'resume' | 'pause' | 'cancel' | 'abandon' | 'shutdown'): Method => ({
  method,
})

const at = (status: PodStatus['status'], n?: number): PodStatus => ({
  status,
  queue_held: false,
  ...(n === undefined ? {} : { turn: turn(n) }),
})
const snapshot = (status: PodStatus) => snapshotAt(9, status)
const status = (data: PodStatus): Notification => ({ event: 'status', data })
const ack = (n?: number): Notification => ({
  event: 'ack',
  data: { id: 'call', ...(n === undefined ? {} : { input: input(n) }) },
})
const end = (result: RunResult, n: number): Notification => ({
  event: 'run_end',
  data: { result, turn: turn(n) },
})
const start = (n: number): Notification => ({
  event: 'turn_start',
  data: { turn: turn(n), opened_by: 'run' },
})
const resumed = (n: number): Notification => ({
  event: 'record',
  data: {
    prev: hash,
    seq: 10,
    at: '2026-01-02T03:04:05.678Z' as never,
    type: 'TurnResumed',
    data: { turn: turn(n), by: 'host' },
    hash,
  },
})
const error = (id?: string): Notification => ({
  event: 'error',
  data: { code: 'not_running', message: 'Nothing runs.', ...(id === undefined ? {} : { id }) },
})

const progressOf = (method: Method, waitFor: WaitFor, said: ReadonlyArray<Notification>) =>
  said.reduce<CallProgress>(
    (progress, notification) => stepCall(notification, progress),
    startCall({ ...method, id: 'call' } as Call, waitFor),
  )

/** `waiting`, or the outcome in short: `ended paused`, `settled idle`, `refused not_running`. */
const resultOf = (progress: CallProgress): string => {
  if (progress.result === undefined) return 'waiting'
  if (E.isLeft(progress.result)) return `refused ${progress.result.left.code}`
  const outcome = progress.result.right
  if (outcome.kind === 'ended') return `ended ${outcome.end.result} ${outcome.end.turn.at(-1)}`
  return outcome.kind === 'settled' ? `settled ${outcome.status.status}` : outcome.kind
}

type Row = readonly [title: string, Method, WaitFor, ReadonlyArray<Notification>, string]

const idle = snapshot(at('idle'))
const running = snapshot(at('running', 1))
const paused = snapshot(at('paused', 1))

const rows: ReadonlyArray<Row> = [
  [
    'a run waits after its ack',
    run,
    'run_end',
    [idle, ack(2), status(at('running', 2))],
    'waiting',
  ],
  [
    'a run ends with its turn',
    run,
    'run_end',
    [idle, ack(2), status(at('running', 2)), end('finished', 2)],
    'ended finished 2',
  ],
  [
    'a run is taken back',
    run,
    'run_end',
    [idle, ack(2), start(2), end('rolled_back', 2)],
    'ended rolled_back 2',
  ],
  [
    'a run while paused gets the end of its own turn',
    run,
    'run_end',
    [paused, ack(2), start(2), end('errored', 2)],
    'ended errored 2',
  ],
  [
    'a run does not take the end of another turn',
    run,
    'run_end',
    [running, end('finished', 1), status(at('idle')), ack(2)],
    'waiting',
  ],
  [
    'a run whose ack comes late has its end already',
    run,
    'run_end',
    [idle, end('errored', 2), status(at('idle')), ack(2)],
    'ended errored 2',
  ],
  ['a run is refused', run, 'run_end', [running, error('call')], 'refused not_running'],
  [
    'a run whose end fell to a resync does not wait for it',
    run,
    'run_end',
    [idle, ack(2), { event: 'resync', data: {} }, idle],
    'settled idle',
  ],
  [
    'a run whose turn is over at a resync does not wait for another',
    run,
    'run_end',
    [idle, ack(2), snapshot(at('running', 3))],
    'settled running',
  ],
  [
    'a run whose turn runs at a resync goes on waiting',
    run,
    'run_end',
    [idle, ack(2), snapshot(at('running', 2))],
    'waiting',
  ],

  ['a resume waits after its ack', bare('resume'), 'run_end', [paused, ack()], 'waiting'],
  [
    'a resume ends with the turn',
    bare('resume'),
    'run_end',
    [paused, ack(), resumed(1), status(at('running', 1)), end('finished', 1)],
    'ended finished 1',
  ],
  [
    'a resume from idle opens a turn that waited',
    bare('resume'),
    'run_end',
    [idle, ack(), start(4), end('finished', 4)],
    'ended finished 4',
  ],
  [
    'a resume does not take the pause before it',
    bare('resume'),
    'run_end',
    [running, end('paused', 1), status(at('paused', 1)), ack()],
    'waiting',
  ],
  [
    'a resume whose turn was over at once and whose ack comes late',
    bare('resume'),
    'run_end',
    [paused, resumed(1), end('finished', 1), status(at('idle')), ack()],
    'ended finished 1',
  ],
  ['a resume is refused', bare('resume'), 'run_end', [idle, error('call')], 'refused not_running'],

  ['a pause waits for the rest', bare('pause'), 'run_end', [running, ack()], 'waiting'],
  [
    'a pause waits while stopping',
    bare('pause'),
    'run_end',
    [running, ack(), status({ ...at('running', 1), stopping: 'pause' })],
    'waiting',
  ],
  [
    'a pause ends with the rest',
    bare('pause'),
    'run_end',
    [running, ack(), end('paused', 1)],
    'ended paused 1',
  ],
  [
    'a pause whose ack comes last',
    bare('pause'),
    'run_end',
    [running, end('paused', 1), status(at('paused', 1)), ack()],
    'ended paused 1',
  ],
  [
    'a pause whose ack comes between',
    bare('pause'),
    'run_end',
    [running, end('paused', 1), ack()],
    'ended paused 1',
  ],
  [
    'a pause when paused is over with its ack',
    bare('pause'),
    'run_end',
    [paused, ack()],
    'settled paused',
  ],
  [
    'a pause in idle is refused',
    bare('pause'),
    'run_end',
    [idle, error('call')],
    'refused not_running',
  ],
  [
    'a pause of the next turn does not take the end of the one before',
    bare('pause'),
    'run_end',
    [running, end('finished', 1), status(at('running', 2)), ack()],
    'waiting',
  ],
  [
    'a pause gets the cancel that followed it',
    bare('pause'),
    'run_end',
    [running, ack(), end('cancelled', 1)],
    'ended cancelled 1',
  ],
  [
    'a pause that a resync hid',
    bare('pause'),
    'run_end',
    [running, ack(), paused],
    'settled paused',
  ],

  [
    'a cancel ends with the turn',
    bare('cancel'),
    'run_end',
    [running, ack(), end('cancelled', 1)],
    'ended cancelled 1',
  ],
  [
    'a cancel may roll back',
    bare('cancel'),
    'run_end',
    [running, ack(), end('rolled_back', 1)],
    'ended rolled_back 1',
  ],
  [
    'a cancel of a turn that was faster',
    bare('cancel'),
    'run_end',
    [running, end('finished', 1), status(at('idle')), ack()],
    'ended finished 1',
  ],
  [
    'a cancel when paused is refused',
    bare('cancel'),
    'run_end',
    [paused, error('call')],
    'refused not_running',
  ],

  ['an abandon waits for the ending', bare('abandon'), 'run_end', [paused, ack()], 'waiting'],
  [
    'an abandon ends with the turn',
    bare('abandon'),
    'run_end',
    [paused, ack(), end('cancelled', 1)],
    'ended cancelled 1',
  ],
  [
    'an abandon does not take the pause before it',
    bare('abandon'),
    'run_end',
    [running, end('paused', 1), status(at('paused', 1)), ack()],
    'waiting',
  ],
  [
    'an abandon is content with idle',
    bare('abandon'),
    'run_end',
    [paused, ack(), status(at('idle'))],
    'settled idle',
  ],

  [
    'a queue is over with its ack',
    { method: 'queue', params: { input: [] } },
    'ack',
    [running, ack(2)],
    'acked',
  ],
  [
    'a notify does not wait for a turn',
    { method: 'notify', params: { message: '' } },
    'run_end',
    [idle, ack(2)],
    'acked',
  ],
  [
    'an ack of another call is not taken',
    bare('pause'),
    'ack',
    [running, { event: 'ack', data: { id: 'other' } }],
    'waiting',
  ],
  [
    'an error of another call is not taken',
    bare('pause'),
    'ack',
    [running, error('other')],
    'waiting',
  ],
  ['an error of the connection is taken', bare('pause'), 'ack', [error()], 'refused not_running'],
  [
    'a history does not end with its ack',
    { method: 'get_history' },
    'history',
    [idle, ack()],
    'waiting',
  ],
  [
    'another protocol is refused',
    run,
    'run_end',
    [{ event: 'hello', data: { ...hello.data, protocol: 2 } } as Notification],
    'refused incompatible',
  ],
]

for (const [title, method, waitFor, said, expected] of rows) {
  test(title, (t) => {
    t.is(resultOf(progressOf(method, waitFor, said)), expected)
  })
}

test('a shutdown is done when the connection closes, with or without an ack', (t) => {
  const before = progressOf(bare('shutdown'), 'close', [idle])
  t.is(resultOf(breakCall('Gone.', before)), 'closed')
  t.is(resultOf(breakCall('Gone.', progressOf(bare('shutdown'), 'close', [idle, ack()]))), 'closed')
})

test('a connection that breaks says whether the call may have been taken', (t) => {
  const said = (heard: ReadonlyArray<Notification>) => {
    const { result } = breakCall('Gone.', progressOf(run, 'run_end', heard))
    return result !== undefined && E.isLeft(result) ? result.left.message : 'no refusal'
  }
  t.is(said([]), 'Gone. The call was not sent.')
  t.is(said([idle]), 'Gone. Whether the call was taken is not known.')
  t.is(said([idle, ack(2)]), 'Gone. The call was taken; the log tells what came of it.')
})

test('a result stays what it is', (t) => {
  const over = progressOf(bare('pause'), 'run_end', [paused, ack()])
  t.is(stepCall(end('cancelled', 1), over), over)
  t.is(breakCall('Gone.', over), over)
})
