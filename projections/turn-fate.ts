import type { Event } from '../domain/event/event.js'
import type { TurnResult } from '../domain/event/turn.js'

/** How a turn stands: at work, at rest (by a stop, or because its Pod ended), or ended. */
export type Fate = 'running' | 'paused' | 'interrupted' | TurnResult | 'taken_back'

/** A record that opens a turn or changes how it stands. */
export type FateEvent = Extract<
  Event,
  {
    readonly type:
      | 'InputSubmitted'
      | 'InboxDelivered'
      | 'TurnPaused'
      | 'TurnResumed'
      | 'TurnEnded'
      | 'HeadReset'
  }
>

/** Whether this is one of them: they are enough to know of each turn where it is and how it stands. */
export const isFateEvent = <A extends Event>(event: A): event is A & FateEvent =>
  fateTypes.has(event.type)

/** The names of those events. */
export const fateTypes: ReadonlySet<string> = new Set<FateEvent['type']>([
  'InputSubmitted',
  'InboxDelivered',
  'TurnPaused',
  'TurnResumed',
  'TurnEnded',
  'HeadReset',
])

/** How the turn of this record stands after it. */
export const fateAfter = (record: FateEvent): Fate => {
  switch (record.type) {
    case 'InputSubmitted':
    case 'InboxDelivered':
    case 'TurnResumed':
      return 'running'
    case 'TurnPaused':
      return broken.has(record.data.by) ? 'interrupted' : 'paused'
    case 'TurnEnded':
      return record.data.result
    case 'HeadReset':
      return 'taken_back'
  }
}

const broken: ReadonlySet<string> = new Set(['crash', 'storage'])

/** The fate in words, for titles and marks; nothing for a turn that finished or runs. */
export const fateWords: Readonly<Record<Fate, string>> = {
  running: '',
  finished: '',
  paused: 'paused',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  errored: 'ended with an error',
  limit_reached: 'reached a limit',
  taken_back: 'taken back',
}
