import { sha256 } from '../../adapters/node/sha256.js'
import type { Answer, Follower } from '../../cli/pod/loop-world.js'
import { noRecords, withNewest } from '../../cli/pod/newest-records.js'
import type { OpenSession } from '../../cli/pod/open-session.js'
import { type SessionLoop, sessionLoop } from '../../cli/pod/session-loop.js'
import type { Event } from '../../domain/event/event.js'
import type { HookPoint } from '../../domain/hook-point.js'
import type { InputId, SessionId } from '../../domain/ids.js'
import type { Ask } from '../../domain/input.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Clock, FileReader, Hooks } from '../../domain/ports.js'
import type { Notification, NotificationOf } from '../../domain/protocol/notification.js'
import { evolveAll } from '../../domain/session/evolve.js'
import { settle } from '../../domain/session/settle.js'
import type { Timestamp } from '../../domain/time.js'
import { type MemoryLog, memoryLog } from './memory-log.js'
import { type ScriptedModel, scriptedModel } from './scripted-model.js'
import { type ScriptedTools, scriptedTools } from './scripted-tools.js'

export type LiveSession = {
  readonly loop: SessionLoop
  readonly log: MemoryLog
  readonly model: ScriptedModel
  readonly tools: ScriptedTools
  /** Everything that clients were told, in order. */
  readonly told: ReadonlyArray<Notification>
  readonly run: (words: string) => Promise<Answer>
  readonly ask: (ask: Ask) => Promise<Answer>
  readonly pause: () => Promise<Answer>
  readonly cancel: () => Promise<Answer>
  readonly resume: () => Promise<Answer>
  /** Resolves with the `n`-th notification of this kind (from 1). */
  readonly nth: <K extends Notification['event']>(event: K, n: number) => Promise<NotificationOf<K>>
  readonly records: () => ReadonlyArray<LogRecord>
  readonly types: () => ReadonlyArray<string>
}

export type LiveSessionParts = {
  readonly log?: MemoryLog
  readonly model?: ScriptedModel
  readonly tools?: ScriptedTools
  readonly files?: FileReader
  readonly clock?: Clock
  readonly hooks?: Hooks
  /** The projections; without them all is as if they were always current. */
  readonly follower?: Follower
  /** The points at which `hooks` are asked. */
  readonly hookPoints?: ReadonlyArray<HookPoint>
  /** What lies torn behind the log. */
  readonly tail?: OpenSession['tail']
}

/** A real session loop on a log in memory, with the model and the tools in the test's hands. */
export const liveSession = (parts: LiveSessionParts = {}): LiveSession => {
  const log = parts.log ?? memoryLog()
  const model = parts.model ?? scriptedModel()
  const tools = parts.tools ?? scriptedTools()
  const told: Notification[] = []
  const wakes: Array<() => void> = []
  const records = log.lines().map((line) => JSON.parse(line) as LogRecord)
  const state = evolveAll(records)
  const loop = sessionLoop({
    clock: parts.clock ?? wallClock,
    ids: { next: () => crypto.randomUUID() },
    sha256,
    log,
    completions: model,
    toolbox: tools,
    hooks: parts.hooks ?? noHooks,
    files: parts.files ?? noFiles,
    follower: parts.follower ?? { advance: () => undefined, reached: async () => true },
    greeting: { pod: 'test', cwd: '/work', model: 'scripted', scope: [], tools: [] },
    held: {
      state,
      prelude: [
        ...(records.length === 0 ? [started] : []),
        ...(parts.tail === undefined ? [] : [tailRepaired(parts.tail)]),
        attached(tools, parts.hookPoints),
        ...settle(state, 'crash'),
      ],
    },
    newest: records.reduce(
      (newest, record, index) => withNewest(newest, record, log.lines()[index]?.length ?? 0),
      noRecords,
    ),
    publish: (notification) => {
      told.push(notification)
      for (const wake of wakes.splice(0)) wake()
    },
  })
  const nth = async <K extends Notification['event']>(event: K, n: number) => {
    for (;;) {
      const found = told.filter((one): one is NotificationOf<K> => one.event === event)
      if (found.length >= n) return found[n - 1] as NotificationOf<K>
      await new Promise<void>((resolve) => wakes.push(resolve))
    }
  }
  const logged = () => log.lines().map((line) => JSON.parse(line) as LogRecord)
  return {
    loop,
    log,
    model,
    tools,
    told,
    ask: loop.ask,
    run: (words) => loop.ask(submit('run', words)),
    pause: () => loop.ask({ method: 'pause', by: 'host' }),
    cancel: () => loop.ask({ method: 'cancel', by: 'host' }),
    resume: () => loop.ask({ method: 'resume', by: 'host' }),
    nth,
    records: logged,
    types: () => logged().map(({ type }) => type),
  }
}

/** A Submit of plain words. */
export const submit = (method: 'run' | 'queue', words: string): Ask => ({
  method,
  segments: [{ kind: 'text', content: words }],
  by: 'host',
})

const wallClock: Clock = {
  now: () => new Date().toISOString() as Timestamp,
  monotonicMs: () => 0,
}

const noHooks: Hooks = { ask: async () => ({ decision: 'continue' }) }

const noFiles: FileReader = {
  read: async (path) => ({ ok: false, message: `No file ${path}.` }),
}

const started: Event = {
  type: 'SessionStarted',
  data: {
    format: 1,
    session: '01890000-0000-7000-8000-000000000000' as SessionId,
    cwd: '/work',
    system: 'You are a test.',
    model: { ref: 'offline', max_tokens: 1000, system_messages: 'native', retries: 2 },
  },
}

const tailRepaired = (data: NonNullable<OpenSession['tail']>): Event => ({
  type: 'TailRepaired',
  data,
})

const attached = (tools: ScriptedTools, hooks: ReadonlyArray<HookPoint> = []): Event => ({
  type: 'PodAttached',
  data: { pod: 'test', pid: 1, yoi: '0.0.0', scope: [], tools: [...tools.specs], hooks },
})

/** The id of the input that an Ask was accepted as. */
export const inputOf = (answer: Answer): InputId | undefined =>
  answer._tag === 'Right' ? answer.right.input : undefined
