import type { Event, EventOf } from '../../../domain/event/event.js'
import { callId } from '../../../domain/ids.js'
import type { ReplyBlock } from '../../../domain/reply.js'
import type { Outcome } from '../../../domain/tool/outcome.js'
import {
  callCompleted,
  callStarted,
  ended,
  replied,
  roundStarted,
  words as said,
  submitted,
  toolUse,
} from '../events.js'
import type { Words } from './words.js'

/** What happened in a session, in groups; every story has one turn unless it says otherwise. */
export type Story = ReadonlyArray<ReadonlyArray<Event>>

/** The person has asked; records 0 and 1. */
export const askedFor = ({ question }: Words): Story => [[submitted(1, question), roundStarted(1)]]

/** The model has answered without a tool and the turn is over. */
export const answered = (words: Words): Story => [
  ...askedFor(words),
  [thoughtFirst(replied(1, thoughtOf(words), said(words.answer))), ended(1)],
]

const thoughtFirst = ({ type, data }: EventOf<'AssistantReplied'>): Event => ({
  type,
  data: { ...data, thinking_ms: 8200 },
})

/** The model has asked for these tools in the reply that is record 2; none has started. */
export const called = (words: Words, ...calls: ReadonlyArray<ReplyBlock>): Story => [
  ...askedFor(words),
  [replied(1, ...calls)],
]

/** A turn in which each tool was used, with what each gave. */
export const worked = (words: Words): Story => {
  const calls = usedTools(words)
  return [
    ...called(words, ...calls.map(({ asks }) => asks)),
    ...calls.flatMap(
      ({ gives }, index): Story => [[callStarted(1, 2, index)], [completed(index, gives)]],
    ),
    [ended(1)],
  ]
}

/** The end of a call of record 2. */
export const completed = (
  index: number,
  gives: {
    readonly outcome?: Outcome
    readonly summary: string
    readonly content: string
    readonly synthetic?: boolean
  },
): Event => callCompleted(1, 2, { call: callId(2, index), ...gives })

export const thoughtOf = ({ thinking }: Words): ReplyBlock => ({
  type: 'thinking',
  thinking,
  signature: 's',
})

export const readCall = ({ file }: Words): ReplyBlock => toolUse('Read', { path: file })
export const bashCall = (): ReplyBlock => toolUse('Bash', { command: 'npm test -- parser' })

const usedTools = (words: Words) => {
  const { file, before, after, output } = words
  const source = `     1\tconst skip = 1\n     2\t${before}     3\t}\n`
  const diff = `@@ -2,1 +2,1 @@\n-${before}+${after}`
  return [
    { asks: readCall(words), gives: { summary: '3 lines', content: source } },
    {
      asks: toolUse('Grep', { pattern: words.sought, path: words.folder }),
      gives: { summary: '2 matches in 1 file', content: `${file}:1:${before}${file}:3:${after}` },
    },
    {
      asks: toolUse('Glob', { pattern: '**/*.ts' }),
      gives: { summary: '2 files', content: `${file}\n${words.folder}/src/main.ts` },
    },
    {
      asks: toolUse('Edit', { path: file, old_string: before, new_string: after }),
      gives: { summary: '1 change', content: `Edited ${file}: 1 change.\n${diff}` },
    },
    {
      asks: toolUse('Write', { path: `${words.folder}/notes.md`, content: words.answer }),
      gives: {
        summary: 'new, 12 lines, 310 bytes',
        content: `Created "${words.folder}/notes.md" (12 lines, 310 bytes).`,
      },
    },
    {
      asks: bashCall(),
      gives: { outcome: 'failed' as const, summary: 'exit 1 · 3.4 s', content: output },
    },
  ]
}
