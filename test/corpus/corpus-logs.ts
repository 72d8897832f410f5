import type { RecordRef } from '../../domain/ids.js'
import { refOf } from '../../domain/log/record.js'
import type { SealedRecord } from '../../domain/log/seal.js'
import { sealStory } from '../support/story.js'
import { type CorpusLog, log } from './corpus-log.js'
import {
  damagedLogs,
  foreignLogs,
  tornLogs,
  unbegunLogs,
  wronglySealedLogs,
} from './damaged-logs.js'
import { everyEvent } from './every-event.js'
import { restoredLogs } from './restored-logs.js'
import { toldLogs } from './told-logs.js'
import { turnLogs } from './turn-logs.js'
import { noted } from './two-turns.js'
import { wordLogs } from './word-logs.js'

/** Every log of the corpus with what is expected of it; the same bytes each time. */
export const corpusLogs = (): ReadonlyArray<CorpusLog> => [
  everyEventLog(),
  ...foreignLogs(),
  ...tornLogs(),
  ...damagedLogs(),
  ...unbegunLogs(),
  ...wronglySealedLogs(),
  ...toldLogs(),
  ...restoredLogs(),
  ...turnLogs(),
  ...wordLogs(),
]

const everyEventLog = (): CorpusLog => {
  const all: SealedRecord[] = []
  const at = (seq: number): RecordRef => refOf((all[seq] as SealedRecord).record)
  const steps = everyEvent(at)
  for (const [index] of steps.entries())
    all.splice(0, all.length, ...sealStory(steps.slice(0, index + 1).map((step) => step())))
  const lines = all.map(({ line }) => line)
  return log('every-event', lines, {
    records: 46,
    tip: at(45),
    head: at(45),
    // The model was changed, and thinking is its maker's own.
    repairs: { thinking_left_out: 1 },
    row: { records: 46, preview: 'One of them → Here.' },
    first: [
      noted('[Summary of the conversation so far]\nThey asked in Japanese.'),
      'assistant: I look.',
      'assistant: Read toolu_1',
      'user: toolu_1 one\ntwo',
      'assistant: Two lines.',
      noted('The model would not.'),
      noted('[Notice] The build is done.'),
      noted('[Child pod child: turn_ended] Done.'),
      'assistant: Good.',
      'user: And more?',
      'assistant: Yes.',
      noted('[A turn was left out.]'),
      'user: One of them',
      'assistant: Here.',
      'user: next',
    ],
  })
}
