import * as E from 'fp-ts/lib/Either.js'
import type { SessionId } from '../../domain/ids.js'
import { unsent } from '../tui/pod/farewell.js'
import { withoutRecords } from '../tui/pod/gone-on.js'
import type { TuiState } from '../tui/state.js'
import type { ShownPod } from './screen-end.js'

/** The Pods that this program has shown and left for another one; they go on. */
export type LeftBehind = {
  /** Keeps what was typed there, until the Pod is shown again. */
  readonly keep: (shown: ShownPod) => void
  /** What was kept of the Pod with this session; it is not kept any more. */
  readonly take: (session: SessionId | undefined) => TuiState | undefined
  /** What is to be printed at the end: the texts that no Pod has accepted, and whose they are. */
  readonly words: () => string
  /** Resolves when all of them have started, to the sentences of those that could not. */
  readonly failures: () => Promise<ReadonlyArray<string>>
}

/** Nothing is left behind yet. */
export const leftBehind = (): LeftBehind => {
  const kept = new Map<string | undefined, ShownPod>()
  const starts: ShownPod['pod']['socket'][] = []
  return {
    keep: (shown) => {
      kept.set(sessionOf(shown), { ...shown, state: withoutRecords(shown.state) })
      starts.push(shown.pod.socket)
    },
    take: (session) => {
      const state = kept.get(session)?.state
      kept.delete(session)
      return state
    },
    words: () =>
      [...kept.values()]
        .flatMap(({ state, farewell }) => (unsent(state).length === 0 ? [] : farewell))
        .join('\n'),
    failures: async () =>
      (await Promise.all(starts)).flatMap((start) => (E.isLeft(start) ? start.left : [])),
  }
}

const sessionOf = ({ pod, state }: ShownPod): SessionId | undefined =>
  state.pod?.session ?? pod.session
