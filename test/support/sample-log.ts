import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Int } from 'io-ts'
import { sha256 } from '../../adapters/node/sha256.js'
import type { Event } from '../../domain/event/event.js'
import { callId, type RecordRef, type SessionId, type TurnId } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import { type SealedRecord, seal } from '../../domain/log/seal.js'
import type { Timestamp } from '../../domain/time.js'
import { removeFolder } from './remove-folder.js'

export const sampleSession = '01920000-0000-7000-8000-000000000001' as SessionId
const sampleTurn = '01920000-0000-7000-8000-000000000002' as TurnId
export const sampleTime = '2026-01-02T03:04:05.678Z' as Timestamp

/** A note for the model: the smallest event that carries free text. */
export const note = (text: string): Event => ({
  type: 'NoteAdded',
  data: { turn: sampleTurn, kind: 'test', text },
})

export const sessionStarted: Event = {
  type: 'SessionStarted',
  data: {
    format: 1 as Int,
    session: sampleSession,
    cwd: '/work',
    system: 'You are a test.',
    model: { ref: 'offline', max_tokens: 16, system_messages: 'native' },
  },
}

const toolStarted: Event = {
  type: 'ToolCallStarted',
  data: { turn: sampleTurn, call: callId(2, 0), name: 'Read' },
}

/** Three groups of three, one and two records, with text that is hard to split and to decode. */
export const sampleGroups: ReadonlyArray<ReadonlyArray<Event>> = [
  [sessionStarted, note('日本語'), note('a\u2028b\u2029c\u0085d\r\ne\u0000')],
  [toolStarted],
  [note('😀'), note('end')],
]

/** Groups sealed one behind the other. */
export const sealAll = (
  groups: ReadonlyArray<ReadonlyArray<Event>>,
  tip?: RecordRef,
): ReadonlyArray<ReadonlyArray<SealedRecord>> => {
  const sealed: (readonly SealedRecord[])[] = []
  for (const group of groups) {
    const last = sealed.at(-1)?.at(-1)?.record
    sealed.push(seal(sha256)(group, last === undefined ? tip : refOf(last), sampleTime))
  }
  return sealed
}

/** The bytes of a log file that holds these lines. */
export const bytesOf = (lines: ReadonlyArray<string>): Buffer =>
  Buffer.from(lines.map((line) => `${line}\n`).join(''))

/** The lines of sealed groups. */
export const linesOf = (
  groups: ReadonlyArray<ReadonlyArray<SealedRecord>>,
): ReadonlyArray<string> => groups.flat().map(({ line }) => line)

/** A folder of the test's own, removed after it. */
export const ownFolder = async (t: ExecutionContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'yoi-test-'))
  t.teardown(() => removeFolder(folder))
  return folder
}
