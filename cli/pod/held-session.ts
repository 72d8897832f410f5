import * as E from 'fp-ts/lib/Either.js'
import { loadAgentsMd } from '../../adapters/manifest/load-agents-md.js'
import { readInstruction } from '../../adapters/manifest/read-instruction.js'
import { systemClock } from '../../adapters/node/clock.js'
import { limits } from '../../domain/limits.js'
import { builtIn } from '../../domain/manifest/built-in.js'
import type { Toolbox } from '../../domain/ports.js'
import type { Greeting } from '../../domain/protocol/notification.js'
import { summarise } from '../../domain/scope/scope.js'
import type { Held } from '../../domain/session/plan.js'
import { initialState, type State } from '../../domain/session/state.js'
import type { ModelSettings } from '../../domain/settings.js'
import { packageInfo } from '../package-info.js'
import { lostRemark } from '../sessions/lost-remark.js'
import { sessionPlace } from '../sessions/session-place.js'
import { founding, type PodWords, rejoining } from './founding.js'
import type { OpenSession } from './open-session.js'
import type { PreparedPod } from './prepare-pod.js'

/** A session as its Pod will hold it, with the tools and the model that its requests use. */
export type HeldSession = {
  readonly held: Held
  readonly toolbox: Toolbox
  readonly model: ModelSettings
}

/** The fold of the log, and what goes in front of the first thing that happens. Left: a sentence. */
export const heldOf = async (
  prepared: PreparedPod,
  { followed, tail }: OpenSession,
  toolbox: Toolbox,
): Promise<E.Either<string, HeldSession>> => {
  const words = podWords(prepared, toolbox)
  const { state } = followed.state
  if (state.session !== undefined) {
    if (state.session.id !== prepared.choice.session)
      return E.left(misnamed(prepared, state.session))
    const held = { state, prelude: rejoining(state, words, tail) }
    return E.right({ held, toolbox, model: state.session.model })
  }
  if (!prepared.choice.isNew) return E.left(await neverBegun(prepared))
  const found = await newHeld(prepared, words, tail)
  return E.isLeft(found)
    ? found
    : E.right({ held: found.right, toolbox, model: prepared.manifest.model })
}

const misnamed = ({ choice }: PreparedPod, { id }: NonNullable<State['session']>): string =>
  `${choice.path} is the log of session ${id} under another name: to go on with it, name it ${id}.jsonl again.`

const neverBegun = async ({ choice, paths }: PreparedPod): Promise<string> => {
  const lost = await lostRemark(sessionPlace(paths, choice))
  return lost === undefined
    ? `Nothing in ${choice.path} was ever finished, so there is no session to go on with: begin a new one with yoi.`
    : `${choice.path} holds nothing to go on with. ${lost}`
}

const podWords = ({ name, choice, scope, manifest }: PreparedPod, toolbox: Toolbox): PodWords => ({
  pod: name,
  cwd: choice.cwd,
  yoi: packageInfo().version,
  scope: summarise(scope),
  tools: toolbox.specs,
  hooks: [...new Set(manifest.hooks.map(({ on }) => on))],
})

const newHeld = async (
  { choice, manifest }: PreparedPod,
  words: PodWords,
  tail: OpenSession['tail'],
): Promise<E.Either<string, Held>> => {
  const { session, cwd } = choice
  const asked = manifest.worker.instruction
  const instruction = asked === undefined ? E.right(undefined) : await readInstruction(asked)()
  if (E.isLeft(instruction)) return instruction
  const agentsMd = await loadAgentsMd(cwd)
  const prelude = founding(
    {
      session,
      cwd,
      at: systemClock.now(),
      manifest,
      ...(instruction.right === undefined ? {} : { instruction: instruction.right }),
      ...(agentsMd === undefined ? {} : { agentsMd }),
    },
    words,
    tail,
  )
  return E.right({ state: initialState, prelude })
}

/** What a client is shown first. */
export const greetingOf = (
  { name, choice, scope }: PreparedPod,
  model: ModelSettings,
  toolbox: Toolbox,
): Greeting => ({
  pod: name,
  cwd: choice.cwd,
  model: model.ref,
  scope: summarise(scope),
  tools: toolbox.specs.map((spec) => spec.name),
  ...windowOf(model),
  ...(model.price === undefined ? {} : { price: model.price }),
})

const windowOf = ({ ref, context_window }: ModelSettings): Pick<Greeting, 'context_window'> => {
  const known = context_window ?? (ref === builtIn.refWithoutKey ? limits.offlineContextTokens : 0)
  return known === 0 ? {} : { context_window: known }
}

/** A sentence when the present manifest names other model settings than the session's own. */
export const modelRemark = (
  { manifest }: PreparedPod,
  { followed }: OpenSession,
): ReadonlyArray<string> => {
  const kept = followed.state.state.session?.model
  if (kept === undefined || JSON.stringify(kept) === JSON.stringify(manifest.model)) return []
  return [
    `This session goes on with its own model settings (${kept.ref}); the manifest of today says ${manifest.model.ref}, or other settings for it.`,
  ]
}

/** A sentence when the log ends in bytes that are no whole record. */
export const tailRemark = ({ tail }: Pick<OpenSession, 'tail'>): ReadonlyArray<string> =>
  tail === undefined
    ? []
    : [
        `The log of this session ended in ${tail.length} bytes that are no whole record: they never happened, and are kept as quarantine/${tail.kept} when it goes on.`,
      ]
