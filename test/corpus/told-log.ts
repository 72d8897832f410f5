import type { Event } from '../../domain/event/event.js'
import type { RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import type { SealedRecord } from '../../domain/log/seal.js'
import type { ReplyBlock } from '../../domain/reply.js'
import { asked, attached, sealStory, someSession, started, submitted } from '../support/story.js'
import { type CorpusLog, type CorpusRow, type Expected, log } from './corpus-log.js'

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

export const session = started(someSession(1))
export const pod = attached('pod-a')
export const begun = [session, pod, submitted(1, 'Look.'), asked(1)]
export const use = (id: string): ReplyBlock => ({ type: 'tool_use', id, name: 'Read', input: {} })
export const text = (words: string): ReplyBlock => ({ type: 'text', text: words })
/** What a call that had started when its Pod died is answered with. */
export const unknown =
  '[The call had started and its outcome is not known. It may have had effects. It was not run again.]'
export const row = (records: number, preview = 'Look.'): CorpusRow => ({ records, preview })
