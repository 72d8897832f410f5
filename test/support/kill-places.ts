import type { Notification } from '../../domain/protocol/notification.js'
import { type Life, send, twoCalls, waiting } from './kill-story.js'
import { text } from './scripted-model.js'

/** A moment in which a Pod may die, as the steps that lead to it from an idle Pod. */
export type KillPlace = {
  readonly name: string
  readonly steps: ReadonlyArray<(life: Life) => unknown>
  /** Whether the steps have led there. */
  readonly isThere: (life: Life) => boolean
}

const run = (life: Life) => send(life, 'run')
const queue = (life: Life) => send(life, 'queue')
const streams = (life: Life) => waiting(life)?.stream({ kind: 'text', block: 0, text: 'begun' })
const replies = (life: Life) => waiting(life)?.reply([text('an answer')])
const calls = (life: Life) => waiting(life)?.reply(twoCalls())
const fails = (life: Life) => waiting(life)?.fail({ retryable: true })
const firstEnds = ({ world, before }: Life) => world.tools.ran[before.ran]?.finish()
const secondEnds = ({ world, before }: Life) => world.tools.ran[before.ran + 1]?.finish()
const stop =
  (method: 'pause' | 'cancel' | 'resume' | 'abandon' | 'shutdown') =>
  ({ session }: Life) =>
    void session.ask({ method, by: 'host' })
const notify = ({ session }: Life) =>
  void session.ask({ method: 'notify', message: 'news', autoRun: true })
const withdraw = ({ session }: Life) => {
  const [first] = session.loop.snapshot().queue
  if (first !== undefined) void session.ask({ method: 'withdraw', input: first.id })
}

const status = ({ session }: Life) => session.loop.snapshot().status
const lastType = ({ session }: Life) => session.types().at(-1)
const queued = ({ session }: Life) => session.loop.snapshot().queue.length
const started = ({ world, before }: Life) => world.tools.ran.length - before.ran
const told = ({ session }: Life, event: Notification['event']) =>
  session.told.some((one) => one.event === event)

/** Every situation of the ticket, and those in between. */
export const killPlaces: ReadonlyArray<KillPlace> = [
  {
    name: 'at rest behind an answer',
    steps: [run, replies],
    isThere: (life) => status(life) === 'idle' && lastType(life) === 'TurnEnded',
  },
  {
    name: 'at rest behind a pause',
    steps: [run, streams, stop('pause')],
    isThere: (life) => status(life) === 'paused',
  },
  { name: 'in a request', steps: [run], isThere: (life) => lastType(life) === 'RoundStarted' },
  {
    name: 'in a stream',
    steps: [run, streams],
    isThere: (life) => told(life, 'text_delta') && status(life) === 'running',
  },
  { name: 'in a tool', steps: [run, calls], isThere: (life) => started(life) === 1 },
  {
    name: 'in the second tool',
    steps: [run, calls, firstEnds],
    isThere: (life) => started(life) === 2,
  },
  {
    name: 'in the second request',
    steps: [run, calls, firstEnds, secondEnds],
    isThere: (life) => lastType(life) === 'RoundStarted' && started(life) === 2,
  },
  { name: 'in a retry wait', steps: [run, fails], isThere: (life) => told(life, 'retry') },
  {
    name: 'in a rollback',
    steps: [run, stop('pause')],
    isThere: (life) => lastType(life) === 'HeadReset',
  },
  {
    name: 'with queued inputs',
    steps: [run, streams, queue, queue, queue, withdraw],
    isThere: (life) => queued(life) === 2,
  },
  {
    name: 'with a queue behind a stop',
    steps: [run, streams, queue, stop('cancel')],
    isThere: (life) => status(life) === 'idle' && queued(life) === 1,
  },
  {
    name: 'in a stop of tools',
    steps: [run, calls, stop('pause')],
    isThere: (life) => status(life) === 'paused' && started(life) === 1,
  },
  {
    name: 'in a cancel of tools',
    steps: [run, calls, stop('cancel')],
    isThere: (life) => lastType(life) === 'TurnEnded' && started(life) === 1,
  },
  {
    name: 'in a run over a resting turn',
    steps: [run, calls, stop('pause'), run, streams],
    isThere: (life) => status(life) === 'running' && life.session.types().includes('NoteAdded'),
  },
  {
    name: 'in a resumed turn',
    steps: [run, streams, stop('pause'), stop('resume'), calls],
    isThere: (life) => started(life) === 1 && life.session.types().includes('TurnResumed'),
  },
  {
    name: 'with a notice that waits',
    steps: [run, streams, notify],
    isThere: (life) => lastType(life) === 'NoticeReceived',
  },
  {
    name: 'behind a turn that was given up',
    steps: [run, streams, stop('pause'), stop('abandon')],
    isThere: (life) => status(life) === 'idle',
  },
  {
    name: 'in a shutdown',
    steps: [run, streams, stop('shutdown')],
    isThere: (life) => lastType(life) === 'PodDetached',
  },
]
