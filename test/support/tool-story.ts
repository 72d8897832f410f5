import type { Event, EventOf } from '../../domain/event/event.js'
import { callId } from '../../domain/ids.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { Timestamp } from '../../domain/time.js'
import { ended, note, notice, paused, replied, reset, stopped, submitted, words } from './events.js'
import type { Words } from './pictures/words.js'
import { recordList, turnNo } from './record-list.js'

/** The records of these groups, a second and a half apart. */
export const timedRecords = (
  groups: ReadonlyArray<ReadonlyArray<Event>>,
): ReadonlyArray<LogRecord> =>
  recordList(groups).map((record) => ({ ...record, at: atMs(record.seq * 1500) }))

const atMs = (ms: number): Timestamp =>
  new Date(Date.UTC(2026, 0, 2) + ms).toISOString() as Timestamp

type Gives = Partial<EventOf<'ToolCallCompleted'>['data']>
type Call = { readonly name: string; readonly input: unknown; readonly gives?: Gives }

/** Groups of a turn in which these calls are made, a reply for each; the first is record `from`. */
export const callsFrom = (
  from: number,
  turn: number,
  calls: ReadonlyArray<Call>,
): ReadonlyArray<ReadonlyArray<Event>> =>
  calls.flatMap(({ name, input, gives }, index) => {
    const call = callId(from + 3 * index, 0)
    const asks = replied(turn, { type: 'tool_use', id: `c${call}`, name, input })
    const starts: Event = { type: 'ToolCallStarted', data: { turn: turnNo(turn), call, name } }
    return gives === undefined
      ? [[asks], [starts]]
      : [[asks], [starts], [doneWith(turn, call, gives)]]
  })

const doneWith = (turn: number, call: ReturnType<typeof callId>, gives: Gives): Event => ({
  type: 'ToolCallCompleted',
  data: { turn: turnNo(turn), call, outcome: 'ok', summary: '', content: '', ...gives },
})

/** Calls of every kind, and a call in every state that has an end. */
const everyCall = ({ folder, file, before, after, output, sought, answer }: Words) => {
  const lines = (count: number, text: string) =>
    Array.from({ length: count }, (_, n) => `${text} ${n + 1}`).join('\n')
  const diff = `@@ -8,4 +8,5 @@\n const a = 1\n-${before}+${after}+  // ${sought}\n }\n@@ -40 +41 @@\n-x\n+y`
  const calls: ReadonlyArray<Call> = [
    ...[file, `${folder}/b.ts`, file].map((path, n) => ({
      name: 'Read',
      input: n === 2 ? { path, offset: 40, limit: 24 } : { path },
      gives: { summary: '24 lines', content: lines(24, '     1\tx') },
    })),
    {
      name: 'Read',
      input: { path: '/etc/shadow' },
      gives: {
        outcome: 'denied',
        summary: 'denied',
        content: '"/etc/shadow" is not in the scope.',
      },
    },
    {
      name: 'Read',
      input: { path: file },
      gives: { summary: '9 lines', cut: { bytes: 5000, file } },
    },
    {
      name: 'Edit',
      input: { path: file, old_string: before, new_string: after },
      gives: { summary: '2 changes', content: `Changed ${file} in 2 places.\n${diff}` },
    },
    {
      name: 'Edit',
      input: { path: file, old_string: before, new_string: after },
      gives: {
        outcome: 'failed',
        summary: 'failed',
        content: `${file} has changed since it was read. Read it again, then change it.`,
      },
    },
    {
      name: 'Write',
      input: { path: `${folder}/notes.md`, content: `${answer}\n${lines(9, sought)}\n` },
      gives: { summary: 'new, 21 lines, 400 bytes', content: `Created ${folder}/notes.md.` },
    },
    {
      name: 'Bash',
      input: { command: 'npm test' },
      gives: { summary: 'exit 0 · 2.4 s', content: lines(20, 'ok') },
    },
    {
      name: 'Bash',
      input: { command: `cd ${folder} &&\n  npm test -- ${sought}`, timeout_ms: 90_000 },
      gives: {
        outcome: 'failed',
        summary: 'exit 1 · 0.9 s',
        content: `${lines(9, 'ok')}\n\x1b[31m${output}\x1b[0m[Exit code 1.]`,
      },
    },
    {
      name: 'Grep',
      input: { pattern: sought, path: folder, glob: '*.ts' },
      gives: { summary: '8 matches in 1 file', content: lines(8, `src/a.ts:12:x ${sought} y`) },
    },
    {
      name: 'Glob',
      input: { pattern: '**/*.ts' },
      gives: { summary: '2 files', content: `src/main.ts\n${file}` },
    },
    { name: 'Deploy', input: { to: sought, copies: 2 }, gives: { content: 'Deployed.' } },
    {
      name: 'Bash',
      input: { command: 'make' },
      gives: { outcome: 'interrupted', summary: 'interrupted · 4.2 s', content: output },
    },
    {
      name: 'Bash',
      input: { command: 'make clean' },
      gives: {
        outcome: 'cancelled',
        summary: '[Cancelled before it started]',
        content: '[Cancelled before it started. Nothing was done.]',
        synthetic: true,
      },
    },
    {
      name: 'Bash',
      input: { command: 'git push' },
      gives: {
        outcome: 'unknown',
        summary: '[Outcome unknown]',
        content: '[The call had started and its outcome is not known.]',
        synthetic: true,
      },
    },
  ]
  return calls
}

/** A session with everything that a transcript shows besides the words of the model. */
export const toolStory = (said: Words): ReadonlyArray<LogRecord> => {
  const thinks: Event = {
    type: 'AssistantReplied',
    data: {
      ...replied(1, { type: 'thinking', thinking: said.thinking, signature: 's' }).data,
      thinking_ms: 12_400,
    },
  }
  const calls = callsFrom(2, 1, everyCall(said))
  const next = 2 + calls.length
  const waits = replied(
    3,
    {
      type: 'tool_use',
      id: 'a',
      name: 'Edit',
      input: { path: said.file, old_string: said.before, new_string: said.after },
    },
    { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'sleep 100' } },
  )
  const starts: Event = {
    type: 'ToolCallStarted',
    data: { turn: turnNo(3), call: callId(next + 17, 1), name: 'Bash' },
  }
  return timedRecords([
    [submitted(1, said.question)],
    [thinks],
    ...calls,
    [replied(1, words(said.streamed)), ended(1)],
    [submitted(2, said.second)],
    [stopped(turnNo(2)), reset(2, next + 1)],
    [submitted(2, said.second)],
    [stopped(turnNo(2), [{ kind: 'text', text: said.streamed }]), paused(2)],
    [resumed(2)],
    [{ type: 'TurnPaused', data: { turn: turnNo(2), by: 'crash' } }, resumed(2)],
    [errored(2, said.notice)],
    [resumed(2)],
    [ended(2, 'cancelled')],
    [note(2, said.notice), notice(9, said.notice)],
    [submitted(3, said.queued)],
    [waits],
    [starts],
  ])
}

const resumed = (n: number): Event => ({
  type: 'TurnResumed',
  data: { turn: turnNo(n), by: 'host' },
})

const errored = (n: number, message: string): Event => ({
  type: 'TurnEnded',
  data: { turn: turnNo(n), result: 'errored', error: { code: 'x', message } },
})
