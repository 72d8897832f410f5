import * as E from 'fp-ts/lib/Either.js'
import type { Completions } from '../../domain/ports.js'
import type { LiveDelta, Reply, ReplyBlock, ReplyFailure } from '../../domain/reply.js'
import type { RequestBody } from '../../domain/turn/request-body.js'

/** One request that the model under test was sent, and the strings to pull on it. */
export type SentRequest = {
  readonly body: RequestBody
  readonly stream: (delta: LiveDelta) => void
  readonly reply: (content: ReadonlyArray<ReplyBlock>, stopReason?: string) => void
  readonly fail: (failure: Partial<ReplyFailure>) => void
  readonly aborted: () => boolean
}

export type ScriptedModel = Completions & {
  readonly sent: ReadonlyArray<SentRequest>
  /** Resolves with the `n`-th request (from 1) as soon as it was sent. */
  readonly request: (n: number) => Promise<SentRequest>
}

/** A model in the hands of the test: it answers when it is told to, and ends at once on abort. */
export const scriptedModel = (): ScriptedModel => {
  const sent: SentRequest[] = []
  const waiting: Array<() => void> = []
  return {
    sent,
    request: async (n) => {
      while (sent.length < n) await new Promise<void>((resolve) => waiting.push(resolve))
      return sent[n - 1] as SentRequest
    },
    complete: (body, onDelta, signal) => () =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(E.left(failure({ code: 'aborted' }))))
        sent.push({
          body,
          stream: (delta) => (signal.aborted ? undefined : onDelta(delta)),
          reply: (content, stopReason) => resolve(E.right(replyOf(content, stopReason))),
          fail: (why) => resolve(E.left(failure(why))),
          aborted: () => signal.aborted,
        })
        for (const wake of waiting.splice(0)) wake()
      }),
  }
}

const replyOf = (content: ReadonlyArray<ReplyBlock>, stopReason?: string): Reply => ({
  content,
  stop_reason:
    stopReason ?? (content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'),
  usage: { input: 10, output: 5, cache_read: 0, cache_write: 0 },
  model: 'scripted',
})

const failure = (why: Partial<ReplyFailure>): ReplyFailure => ({
  code: 'server_error',
  message: 'The model failed; try again.',
  retryable: false,
  ...why,
})

/** A text block. */
export const text = (words: string): ReplyBlock => ({ type: 'text', text: words })

/** A call of a tool. */
export const call = (name: string, input: unknown = {}, id = 'call_0'): ReplyBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
})
