import * as E from 'fp-ts/lib/Either.js'
import { accept } from './accept.js'
import { answer } from './answer.js'
import { promptCache } from './count-tokens.js'
import { messagesOf, type RequestShape } from './request-shape.js'
import { errorResponse, respond } from './respond.js'
import { isPaceOnly, type OfflineScript, type ScriptEntry } from './script.js'
import type { StreamFacts } from './sse.js'

/** How the offline model answers. `delayMs` is the wait before each piece, 15 if left out. */
export type OfflineOptions = {
  readonly script?: OfflineScript
  readonly delayMs?: number
  /** Told with each request which reply of the script answers it; undefined when none does. */
  readonly onReply?: (index: number | undefined) => void
}

/**
 * A `fetch` that is the offline model: it serves `POST …/v1/messages` in this process, refuses what
 * the Messages API refuses, and streams its reply. An accepted request takes the next entry of the
 * script; after the last one the rules answer. Rejects with the signal's reason once it aborts.
 */
export const offlineFetch = (options: OfflineOptions = {}): typeof fetch => {
  const { script = [], onReply } = options
  const usageOf = promptCache()
  let requests = 0
  let taken = 0
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    requests += 1
    const id = `offline_${requests}`
    const accepted = await accept(input, init)
    const scripted = E.isRight(accepted) && taken < script.length
    onReply?.(scripted ? taken : undefined)
    if (E.isLeft(accepted)) return errorResponse(accepted.left, id)
    const request = accepted.right
    const entry = repliesByRule(request, scripted ? script[taken++] : undefined)
    const delayMs = entry.delay_ms ?? options.delayMs ?? defaultDelayMs
    const facts = { ...factsOf(request, id), usage: usageOf(request) }
    return respond(entry, { facts, delayMs, signal: signal ?? undefined })
  }
}

const defaultDelayMs = 15

const repliesByRule = (request: RequestShape, entry: ScriptEntry | undefined): ScriptEntry => {
  if (entry === undefined) return answer(request)
  return isPaceOnly(entry) ? { ...answer(request), ...entry } : entry
}

const factsOf = (request: RequestShape, id: string): Omit<StreamFacts, 'usage'> => ({
  id,
  model: request.model,
  calls: messagesOf(request).flatMap(({ content }) => content.filter(isCall)).length,
  omitsThinking: request.thinking?.type === 'adaptive' && request.thinking.display === 'omitted',
})

const isCall = ({ type }: { readonly type: string }): boolean => type === 'tool_use'
