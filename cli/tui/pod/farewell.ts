import type { Segments } from '../../../domain/segment.js'
import { textOf } from '../../../domain/segment.js'
import { shellWord } from '../../../domain/shell-word.js'
import type { FarewellReason } from '../command.js'
import { toSegments } from '../editor/editor-segments.js'
import type { TuiState } from '../state.js'
import { safeLine, safeText } from '../text/safe-text.js'

/**
 * What is printed once the terminal is restored: what became of the Pod, how to come back, and
 * every text that was typed and not accepted. Safe to print.
 */
export const farewellText = (reason: FarewellReason, state: TuiState): string =>
  [...wordsFor(reason, state), ...unsent(state).map(textOf).map(unsentText)].join('\n')

const wordsFor = (reason: FarewellReason, state: TuiState): ReadonlyArray<string> =>
  reason === 'not_started' ? [] : [became(reason, state)]

const became = (reason: 'left' | 'shut_down', state: TuiState): string => {
  const { pod, connection } = state
  if (pod === undefined) return 'Left before the Pod answered.'
  const name = safeLine(pod.pod)
  const kept = keptWords(pod.session, state)
  if (connection.tag === 'ended') return `Pod ${name} has ${endings[connection.how]}. ${kept}`
  if (reason === 'left' && connection.tag === 'starting')
    return `Pod ${name} was being started again. ${kept}`
  if (reason === 'left' && connection.tag === 'broken')
    return `Pod ${name} does not answer. ${kept}`
  return reason === 'left'
    ? `Pod ${name} goes on. Come back with: yoi ${shellWord(name)}`
    : `Pod ${name} has shut down. ${kept}`
}

const endings = { died: 'died', shut_down: 'shut down' } as const

// A session begins with the first thing that happens in it. Its command has a line of its own, so
// that no terminal of 80 columns breaks it.
const keptWords = (session: string, { total, isLogBad }: TuiState): string => {
  if (total === 0) return 'Nothing happened in it, so there is no session to come back to.'
  return isLogBad
    ? `Its log was found not whole. What is wrong, and what can be done:\nyoi verify ${safeLine(session)}`
    : `Come back to its session with:\nyoi --session ${safeLine(session)}`
}

/** Every text of the person that no Pod has accepted, oldest first. */
export const unsent = (state: TuiState): ReadonlyArray<Segments> =>
  [...unaccepted(state), toSegments(state.history.browsing?.draft ?? state.editor)].filter(
    (segments) => textOf(segments).trim() !== '',
  )

/** What came back, and what was entered and has no answer yet; oldest first. */
export const unaccepted = ({ returned, submits }: TuiState): ReadonlyArray<Segments> => [
  ...returned,
  ...submits.map(({ segments }) => segments),
]

const unsentText = (text: string): string => `Not sent:\n${safeText(text)}`
