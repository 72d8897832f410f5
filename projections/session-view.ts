import type { SessionFiles } from '../domain/projection.js'
import { evolve } from '../domain/session/evolve.js'
import { initialState, type State } from '../domain/session/state.js'
import { type History, historyAfter, historyText, noHistory } from './history-file.js'
import { type SessionLine, sessionLine } from './session-line.js'
import { statusFile, statusText } from './status-file.js'

/** One pass over a log gives all of its files. */
export type SessionView = {
  readonly state: State
  readonly history: History
  readonly line: SessionLine
}

/** history.json, status.json, and what the checkpoint says for lists. */
export const sessionView: SessionFiles<SessionView> = {
  view: {
    name: 'session-view',
    initial: { state: initialState, history: noHistory, line: sessionLine.initial },
    apply: (view, record) => {
      const state = evolve(view.state, record)
      return {
        state,
        history: historyAfter(view.history, record, state),
        line: sessionLine.apply(view.line, record),
      }
    },
  },
  files: [
    {
      name: 'history.json',
      part: ({ history }) => history,
      text: ({ history }) => historyText(history),
    },
    {
      name: 'status.json',
      part: ({ state }) => statusText(statusFile(state)),
      text: ({ state }) => statusText(statusFile(state)),
    },
  ],
  head: ({ state }) => state.conversation.head,
  turn: ({ state }) => state.conversation.turn?.id,
  line: ({ line }) => line,
}
