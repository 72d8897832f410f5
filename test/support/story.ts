import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import {
  callId,
  type Hash,
  type InputId,
  type RecordRef,
  type SessionId,
  type TurnId,
} from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import { type SealedRecord, seal } from '../../domain/log/seal.js'
import type { ReplyBlock } from '../../domain/reply.js'
import type { Segments } from '../../domain/segment.js'
import type { Timestamp } from '../../domain/time.js'

/** The nth id of a kind: `a` sessions, `b` turns and inputs. */
const idOf = (kind: string, n: number): string =>
  `0192${kind.repeat(4)}-0000-7000-8000-${String(n).padStart(12, '0')}`

export const someSession = (n: number): SessionId => idOf('a', n) as SessionId
export const someInput = (n: number): InputId => idOf('b', n) as InputId
export const someTurn = (n: number): TurnId => idOf('b', n) as TurnId
const someHash = 'ab'.repeat(32) as Hash

export const started = (session: SessionId, cwd = '/work/here'): Event => ({
  type: 'SessionStarted',
  data: {
    format: 1 as never,
    session,
    cwd,
    system: 'You are a test.',
    model: { ref: 'anthropic/model-x', max_tokens: 16, system_messages: 'native' },
  },
})

export const attached = (pod: string, pid = 4242): Event => ({
  type: 'PodAttached',
  data: { pod, pid, yoi: '0.1.0', scope: ['write /work/here'], tools: [] },
})

/** A Pod that takes a session into this folder. */
export const attachedIn = (pod: string, cwd: string): Event => ({
  type: 'PodAttached',
  data: { pod, pid: 4242, yoi: '0.1.0', cwd, scope: [`write ${cwd}`], tools: [] },
})

export const detached = (pod: string): Event => ({
  type: 'PodDetached',
  data: { pod, by: 'user' },
})

/** A Submit of words, or of these segments. */
export const submitted = (turn: number, words: string | Segments): Event => ({
  type: 'InputSubmitted',
  data: {
    input: someInput(turn),
    turn: someTurn(turn),
    segments: typeof words === 'string' ? [{ kind: 'text', content: words }] : words,
    by: 'host',
    via: 'run',
  },
})

export const asked = (turn: number, round = 1): Event => ({
  type: 'RoundStarted',
  data: { turn: someTurn(turn), round: round as never, attempt: 1 as never, request: someHash },
})

export const replied = (turn: number, content: ReadonlyArray<ReplyBlock>, round = 1): Event => ({
  type: 'AssistantReplied',
  data: {
    turn: someTurn(turn),
    round: round as never,
    content,
    stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
    usage: { input: 10, output: 5, cache_read: 100, cache_write: 1 },
    model: 'model-x',
  },
})

export const said = (turn: number, text: string, round = 1): Event =>
  replied(turn, [{ type: 'text', text }], round)

export const callStarted = (turn: number, reply: number, index = 0): Event => ({
  type: 'ToolCallStarted',
  data: { turn: someTurn(turn), call: callId(reply, index), name: 'Read' },
})

export const callDone = (turn: number, reply: number, index = 0): Event => ({
  type: 'ToolCallCompleted',
  data: {
    turn: someTurn(turn),
    call: callId(reply, index),
    outcome: 'ok',
    summary: '2 lines',
    content: 'one\ntwo',
  },
})

export const paused = (turn: number, by = 'user'): Event => ({
  type: 'TurnPaused',
  data: { turn: someTurn(turn), by },
})

export const resumed = (turn: number): Event => ({
  type: 'TurnResumed',
  data: { turn: someTurn(turn), by: 'user' },
})

export const ended = (turn: number): Event => ({
  type: 'TurnEnded',
  data: { turn: someTurn(turn), result: 'finished' },
})

export const cancelled = (turn: number, by: string): Event => ({
  type: 'TurnEnded',
  data: { turn: someTurn(turn), result: 'cancelled', by },
})

export const stopAsked = (turn: number, stop: 'pause' | 'cancel' = 'pause'): Event => ({
  type: 'StopRequested',
  data: { turn: someTurn(turn), stop, by: 'user', shown: [] },
})

export const resetTo = (turn: number, to: RecordRef): Event => ({
  type: 'HeadReset',
  data: { turn: someTurn(turn), to: to as never, reason: 'empty_turn', stop: 'pause' },
})

/** The groups of a whole turn that asks, answers and ends. */
export const wholeTurn = (
  turn: number,
  question: string,
  answer: string,
): ReadonlyArray<ReadonlyArray<Event>> => [
  [submitted(turn, question), asked(turn)],
  [said(turn, answer), ended(turn)],
]

/** A session with its first turn done: seqs 0 to 5. */
export const firstTurn = (
  session: SessionId,
  question = 'What is here?',
  answer = 'Two files.',
): ReadonlyArray<ReadonlyArray<Event>> => [
  [started(session), attached('pod-a'), submitted(1, question), asked(1)],
  [said(1, answer), ended(1)],
]

/** A log file that a test writes to, group by group, as a Pod would. */
export type StoryLog = {
  readonly session: SessionId
  readonly path: string
  readonly records: () => ReadonlyArray<LogRecord>
  readonly tip: () => RecordRef
  /** Appends one group; gives the seq of its last record. */
  readonly add: (...group: ReadonlyArray<Event>) => Promise<number>
}

/** A log in `sessions` under `root` that holds these groups. */
export const storyLog = async (
  root: string,
  session: SessionId,
  groups: ReadonlyArray<ReadonlyArray<Event>> = firstTurn(session),
): Promise<StoryLog> => {
  await mkdir(join(root, 'sessions'), { recursive: true })
  const path = join(root, 'sessions', `${session}.jsonl`)
  const sealed = sealStory(groups)
  await writeFile(path, bytesOf(sealed))
  const tip = () => {
    const last = sealed.at(-1)?.record
    return { seq: last?.seq ?? -1, hash: last?.hash ?? someHash }
  }
  const add = async (...group: ReadonlyArray<Event>) => {
    const more = seal(sha256)(group, tip(), storyTime(sealed.length))
    sealed.push(...more)
    await appendFile(path, bytesOf(more))
    return tip().seq
  }
  return { session, path, records: () => sealed.map(({ record }) => record), tip, add }
}

/** Groups sealed one behind the other, each a second after the one before. */
export const sealStory = (groups: ReadonlyArray<ReadonlyArray<Event>>): SealedRecord[] => {
  const sealed: SealedRecord[] = []
  for (const group of groups)
    sealed.push(...seal(sha256)(group, sealed.at(-1)?.record, storyTime(sealed.length)))
  return sealed
}

export const recordsOf = (groups: ReadonlyArray<ReadonlyArray<Event>>): ReadonlyArray<LogRecord> =>
  sealStory(groups).map(({ record }) => record)

const storyTime = (n: number): Timestamp =>
  new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678) + n * 1000).toISOString() as Timestamp

const bytesOf = (sealed: ReadonlyArray<SealedRecord>): Buffer =>
  Buffer.from(sealed.map(({ line }) => `${line}\n`).join(''))
