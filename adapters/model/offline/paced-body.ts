import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import type { Frame } from './sse.js'

/** What a body does and how it ends. `hang`: open until the reader goes or the signal aborts. */
export type BodyPlan = {
  readonly frames: ReadonlyArray<Frame>
  readonly end: 'close' | 'hang' | 'reset'
  readonly delayMs: number
}

/**
 * A response body that gives one frame a read, waits `delayMs` before each delta, and fails at
 * once with the signal's reason when it aborts, also while it waits.
 */
export const pacedBody = (
  plan: BodyPlan,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> => {
  const left = new AbortController()
  const gone = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal])
  const frames = plan.frames[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = frames.next()
        if (next.done === true) return end(plan, controller, gone)
        await pause(next.value.delta ? plan.delayMs : 0, gone)
        controller.enqueue(encoder.encode(next.value.text))
      },
      cancel: () => left.abort(),
    },
    { highWaterMark: 0 },
  )
}

// Rejects with the reason of the signal; the stream then fails with it.
const pause = async (delayMs: number, gone: AbortSignal): Promise<void> => {
  try {
    await (delayMs > 0
      ? sleep(delayMs, undefined, { signal: gone })
      : nextRound(undefined, { signal: gone }))
  } catch {
    gone.throwIfAborted()
  }
}

const end = async (
  plan: BodyPlan,
  controller: ReadableStreamDefaultController<Uint8Array>,
  gone: AbortSignal,
): Promise<void> => {
  if (plan.end === 'close') return controller.close()
  if (plan.end === 'reset') return controller.error(brokenOff())
  await untilGone(gone)
}

// As the fetch of Node tells of a connection that the other side broke off.
const brokenOff = (): TypeError => {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  return new TypeError('terminated', { cause })
}

/** Waits until the signal aborts, then rejects with its reason; without one it waits for ever. */
export const untilGone = (gone: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const leave = () => reject(gone?.reason)
    if (gone?.aborted === true) leave()
    else gone?.addEventListener('abort', leave, { once: true })
  })
