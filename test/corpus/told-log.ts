import type { Event, EventOf } from '../../domain/event/event.js'
import { callId, type RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import type { SealedRecord } from '../../domain/log/seal.js'
import type { ReplyBlock } from '../../domain/reply.js'
import {
  asked,
  attached,
  detached,
  sealStory,
  someSession,
  someTurn,
  started,
  submitted,
} from '../support/story.js'
import { type CorpusLog, type CorpusRow, type Expected, log } from './corpus-log.js'
import { interruptedWords } from './two-turns.js'

export type Told = Pick<Expected, 'row' | 'first' | 'repairs'> & {
  /** The seq of the head; the last record when left out. */
  readonly head?: number
}

/** A good log of these groups. */
export const told = (
  name: string,
  groups: ReadonlyArray<ReadonlyArray<Event>>,
  expected: Told,
): CorpusLog => sealedLog(name, sealStory(groups), expected)

/** A good log of these records, with the times that they have. */
export const sealedLog = (
  name: string,
  sealed: ReadonlyArray<SealedRecord>,
  { head, ...expected }: Told,
): CorpusLog => {
  const at = (seq: number): RecordRef => refOf((sealed[seq] as SealedRecord).record)
  const last = sealed.length - 1
  return log(
    name,
    sealed.map(({ line }) => line),
    { records: sealed.length, tip: at(last), head: at(head ?? last), ...expected },
  )
}

// The pieces that these logs are told in.

export const session = started(someSession(1))
export const pod = attached('pod-a')
/** That Pod goes again. */
export const left = detached('pod-a')

/** The first turn as most of these logs open it: the reply to it is the record 4. */
export const begun = [session, pod, submitted(1, 'Look.'), asked(1)]

/** Another model from here on. */
export const configured: Event = {
  type: 'ConfigChanged',
  data: { model: { ref: 'offline', max_tokens: 32, system_messages: 'user' }, by: 'user' },
}

/** What the model is told in this turn of one that was not ended before it. */
export const interruptedNote = (turn: number): Event => ({
  type: 'NoteAdded',
  data: { turn: someTurn(turn), kind: 'interrupted', text: interruptedWords },
})

/** How the nth call of the reply to `begun` went: well, but for what `more` says. */
export const completed = (
  index: number,
  content: string,
  more: Partial<EventOf<'ToolCallCompleted'>['data']> = {},
): Event => ({
  type: 'ToolCallCompleted',
  data: {
    turn: someTurn(1),
    call: callId(4, index),
    outcome: 'ok',
    summary: content,
    content,
    ...more,
  },
})

/** Blocks of a reply. */
export const use = (id: string): ReplyBlock => ({ type: 'tool_use', id, name: 'Read', input: {} })
export const text = (words: string): ReplyBlock => ({ type: 'text', text: words })

/** What a call that had started when its Pod died is answered with. */
export const unknown =
  '[The call had started and its outcome is not known. It may have had effects. It was not run again.]'

/** The row of so many records whose input and reply are these. */
export const row = (records: number, preview = 'Look.'): CorpusRow => ({ records, preview })
