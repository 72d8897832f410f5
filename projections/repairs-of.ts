import { toArray } from '../domain/list.js'
import type { State } from '../domain/session/state.js'
import { buildRequest } from '../domain/turn/request/build-request.js'
import type { Repairs } from './health.js'

/**
 * What the next request would have to mend in the conversation, kinds that occur only. Calls of the
 * open turn that still await their result are no damage.
 */
export const repairsOf = (state: State): Repairs => {
  if (state.session === undefined) return {}
  const { system, model } = state.session
  const tools = state.pod?.tools ?? []
  const { repairs } = buildRequest(toArray(state.conversation.items), { system, model, tools })
  const awaited = state.conversation.turn?.calls.filter(({ phase }) => phase !== 'done').length ?? 0
  const mended = { ...repairs, result_missing: Math.max(0, repairs.result_missing - awaited) }
  return Object.fromEntries(Object.entries(mended).filter(([, count]) => count > 0))
}
