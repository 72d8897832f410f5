import * as E from 'fp-ts/lib/Either.js'
import type { Effect, Report } from '../../domain/effect.js'
import type { HookAnswer } from '../../domain/hook.js'
import type { Seq } from '../../domain/ids.js'
import type { Completions, Hooks, Toolbox } from '../../domain/ports.js'
import type { ReplyFailure } from '../../domain/reply.js'
import type { ToolResult } from '../../domain/tool/outcome.js'

export type PerformParts = {
  readonly completions: Completions
  readonly toolbox: Toolbox
  readonly hooks: Hooks
  readonly report: (report: Report) => void
  /** Live output of a running tool. */
  readonly onOutput: (cause: Seq, stream: 'stdout' | 'stderr', text: string) => void
  readonly leave: (by: string) => void
}

/** Does outside work and reports it, once each, naming its cause. */
export type Performer = {
  readonly perform: (effect: Effect) => void
  /** Aborts all work and drops all timers; what still reports is stale. */
  readonly abortAll: () => void
}

/** A performer with nothing under way. */
export const performer = (parts: PerformParts): Performer => {
  const aborts = new Map<Seq, AbortController>()
  const timers = new Set<NodeJS.Timeout>()
  return {
    perform: (effect) => start(effect, { ...parts, aborts, timers }),
    abortAll: () => {
      for (const controller of aborts.values()) controller.abort()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

type Work = PerformParts & {
  readonly aborts: Map<Seq, AbortController>
  readonly timers: Set<NodeJS.Timeout>
}

const start = (effect: Effect, work: Work): void => {
  switch (effect.type) {
    case 'RequestReply':
      void requestReply(effect, work)
      return
    case 'RunTool':
      void runTool(effect, work)
      return
    case 'RunHook':
      void runHook(effect, work)
      return
    case 'AbortReply':
    case 'AbortHook':
    case 'AbortTool':
      work.aborts.get(effect.cause)?.abort()
      return
    case 'StartTimer':
      startTimer(effect, work)
      return
    case 'Leave':
      work.leave(effect.by)
      return
  }
}

type EffectOf<T extends Effect['type']> = Extract<Effect, { readonly type: T }>

const requestReply = async (effect: EffectOf<'RequestReply'>, work: Work): Promise<void> => {
  const { cause, request } = effect
  const signal = begin(cause, work)
  const { completions, report } = work
  const reply = await completions
    .complete(request, (delta) => report({ type: 'ReplyStreamed', cause, delta }), signal)()
    .catch((error: unknown) => E.left(brokenPromise(error)))
  work.aborts.delete(cause)
  report(
    E.isRight(reply)
      ? { type: 'ReplyCompleted', cause, reply: reply.right }
      : { type: 'ReplyFailed', cause, failure: reply.left },
  )
}

// The port says that it never rejects; if it does all the same, the turn must not hang.
const brokenPromise = (error: unknown): ReplyFailure => ({
  code: 'internal',
  message: `The model adapter failed unexpectedly (${String(error)}); try again.`,
  retryable: false,
})

const runTool = async (effect: EffectOf<'RunTool'>, work: Work): Promise<void> => {
  const { cause, call } = effect
  const signal = begin(cause, work)
  const result = await resultOf(effect, signal, work)
  work.aborts.delete(cause)
  work.report({ type: 'ToolReported', cause, call, result })
}

const resultOf = async (
  effect: EffectOf<'RunTool'>,
  signal: AbortSignal,
  work: Work,
): Promise<ToolResult> => {
  const { cause, name, input, inputError } = effect
  if (inputError !== undefined) return failed(`The input of the call is not JSON: ${inputError}`)
  const context = {
    signal,
    onOutput: (stream: 'stdout' | 'stderr', text: string) => work.onOutput(cause, stream, text),
  }
  return work.toolbox
    .run({ name, input }, context)
    .catch((error: unknown) => failed(`The tool failed unexpectedly (${String(error)}).`))
}

const failed = (content: string): ToolResult => ({
  outcome: 'failed',
  summary: 'failed',
  content,
  durationMs: 0,
})

const runHook = async ({ cause, question }: EffectOf<'RunHook'>, work: Work): Promise<void> => {
  const signal = begin(cause, work)
  const answer = await work.hooks.ask(question, signal).catch(
    (error: unknown): HookAnswer => ({
      decision: 'continue',
      failed: `The hook failed unexpectedly (${String(error)}).`,
    }),
  )
  work.aborts.delete(cause)
  work.report({ type: 'HookReported', cause, answer })
}

const begin = (cause: Seq, work: Work): AbortSignal => {
  const controller = new AbortController()
  work.aborts.set(cause, controller)
  return controller.signal
}

const startTimer = (effect: EffectOf<'StartTimer'>, work: Work): void => {
  const { timer, cause, waitMs } = effect
  const handle = setTimeout(() => {
    work.timers.delete(handle)
    work.report({ type: 'TimerFired', timer, cause })
  }, waitMs)
  work.timers.add(handle)
}
