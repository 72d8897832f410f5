import { toArray } from '../list.js'
import { buildRequest } from '../turn/request/build-request.js'
import type { RequestBody } from '../turn/request-body.js'
import type { State } from './state.js'

/** The request that the state owes its open turn; nothing before the session began. */
export const requestOf = (state: State): RequestBody | undefined => {
  const { session, pod, conversation } = state
  if (session === undefined) return undefined
  const settings = { system: session.system, model: session.model, tools: pod?.tools ?? [] }
  return buildRequest(toArray(conversation.items), settings).body
}
