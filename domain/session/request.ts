import { toArray } from '../list.js'
import { buildRequest } from '../turn/request/build-request.js'
import type { RequestBody, RequestSettings } from '../turn/request-body.js'
import type { SessionFacts, State } from './state.js'

/** The request that the state owes its open turn; nothing before the session began. */
export const requestOf = (state: State): RequestBody | undefined => {
  const { session, conversation } = state
  if (session === undefined) return undefined
  return buildRequest(toArray(conversation.items), settingsOf(session, state)).body
}

/** What requests of this session need besides its items. */
export const settingsOf = (
  { system, model }: SessionFacts,
  { pod, conversation }: State,
): RequestSettings => ({
  system,
  model,
  tools: pod?.tools ?? [],
  thinkingFrom: conversation.thinkingFrom ?? 0,
})
