import { systemPrompt } from '../../adapters/manifest/system-prompt.js'
import type { Event } from '../../domain/event/event.js'
import type { HookPoint } from '../../domain/hook-point.js'
import type { SessionId } from '../../domain/ids.js'
import type { Manifest } from '../../domain/manifest/manifest.js'
import { settle } from '../../domain/session/settle.js'
import type { State } from '../../domain/session/state.js'
import type { Timestamp } from '../../domain/time.js'
import type { ToolSpec } from '../../domain/tool/spec.js'
import type { OpenSession } from './open-session.js'

/** What a Pod says of itself when it takes a session. */
export type PodWords = {
  readonly pod: string
  /** The folder that it works in. */
  readonly cwd: string
  readonly yoi: string
  readonly scope: ReadonlyArray<string>
  readonly tools: ReadonlyArray<ToolSpec>
  /** The points at which hooks are asked. */
  readonly hooks: ReadonlyArray<HookPoint>
}

/** What the first request of a new session is made of. */
export type SessionWords = {
  readonly session: SessionId
  readonly cwd: string
  readonly at: Timestamp
  readonly manifest: Manifest
  readonly instruction?: string
  readonly agentsMd?: string
}

/**
 * The events in front of the first thing that happens in a new session, or in one of which only a
 * torn tail is there.
 */
export const founding = (
  words: SessionWords,
  pod: PodWords,
  tail: OpenSession['tail'],
): ReadonlyArray<Event> => [
  {
    type: 'SessionStarted',
    data: {
      format: 1,
      session: words.session,
      cwd: words.cwd,
      system: promptOf(words, pod.scope),
      model: words.manifest.model,
      max_rounds: words.manifest.worker.max_rounds,
    },
  },
  ...repaired(tail),
  attached(pod),
]

const promptOf = (words: SessionWords, scopeSummary: ReadonlyArray<string>): string => {
  const { cwd, at, instruction, agentsMd } = words
  return systemPrompt({
    cwd,
    date: at.slice(0, 10),
    scopeSummary,
    ...(instruction === undefined ? {} : { instruction }),
    ...(agentsMd === undefined ? {} : { agentsMd }),
  })
}

/**
 * The events in front of the first thing that happens in a session taken up again: the tail that was
 * torn off, this Pod, and what is owed to a turn that was broken off.
 */
export const rejoining = (
  state: State,
  pod: PodWords,
  tail: OpenSession['tail'],
): ReadonlyArray<Event> => [...repaired(tail), attached(pod), ...settle(state, 'crash')]

const repaired = (tail: OpenSession['tail']): ReadonlyArray<Event> =>
  tail === undefined ? [] : [{ type: 'TailRepaired', data: tail }]

const attached = ({ pod, cwd, yoi, scope, tools, hooks }: PodWords): Event => ({
  type: 'PodAttached',
  data: {
    pod,
    pid: process.pid,
    yoi,
    cwd,
    scope: [...scope],
    tools: [...tools],
    ...(hooks.length === 0 ? {} : { hooks }),
  },
})
