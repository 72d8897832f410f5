import type { NotificationData } from '../../../domain/protocol/notification.js'
import type { Command } from '../command.js'
import type { TuiState } from '../state.js'

type RunEnd = NotificationData['run_end']

/** What the end of a turn tells a person who looks elsewhere; nothing when a person ended it. */
export const turnBell = ({ result }: RunEnd, { pod }: TuiState): ReadonlyArray<Command> => {
  const what = news[result]
  return what === '' ? [] : [{ type: 'Ring', words: `${pod?.pod ?? 'yoi'}: ${what}` }]
}

const news: Readonly<Record<RunEnd['result'], string>> = {
  finished: 'the turn is finished',
  paused: 'the turn is paused',
  errored: 'the turn ended with an error',
  limit_reached: 'the turn has reached its limit',
  cancelled: '',
  rolled_back: '',
}
