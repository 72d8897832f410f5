import { limits } from '../../../domain/limits.js'
import type { Trouble } from './trouble.js'

/** How long silence is borne, in ms: before the headers, and between two pieces of the body. */
export type Patience = { readonly firstByteTimeoutMs: number; readonly idleTimeoutMs: number }

/**
 * Watches over one request. It gives up when the caller's signal aborts, when the server is silent
 * for too long, or when it sends more than any reply may have; whichever comes first counts.
 */
export type RequestWatch = {
  /** Goes to the request; aborts as soon as it is given up. */
  readonly signal: AbortSignal
  /** Resolves when the request is given up, with the reason; else never. */
  readonly givenUp: Promise<Trouble>
  readonly requestLeaves: () => void
  readonly headersCame: () => void
  readonly bytesCame: (count: number) => void
  /** The reply is whole: nothing is given up any more, but a connection that lingers is cut. */
  readonly replyIsWhole: () => void
  /** The request is over and its connection cut; no timer and no listener is left. */
  readonly cut: () => void
}

/** Starts a watch; it ends by being given up, by `replyIsWhole` or by `cut`. */
export const watchRequest = (patience: Patience, caller: AbortSignal): RequestWatch => {
  const controller = new AbortController()
  const alarm = oneAlarm()
  const given = oneAnswer<Trouble>()
  let bytes = 0
  const release = () => {
    alarm.stop()
    caller.removeEventListener('abort', stop)
  }
  const cut = () => {
    release()
    controller.abort()
  }
  const giveUp = (trouble: Trouble) => {
    cut()
    given.answer(trouble)
  }
  const stop = () => giveUp({ kind: 'aborted' })
  const silence = (kind: 'first_byte_timeout' | 'idle', waitedMs: number) => {
    if (!controller.signal.aborted) alarm.start(waitedMs, () => giveUp({ kind, waitedMs }))
  }
  caller.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    givenUp: given.promise,
    requestLeaves: () => silence('first_byte_timeout', patience.firstByteTimeoutMs),
    headersCame: () => silence('idle', patience.idleTimeoutMs),
    bytesCame: (count) => {
      alarm.again()
      bytes += count
      if (bytes > limits.replyBytesMax) giveUp({ kind: 'malformed', detail: 'too many bytes' })
    },
    replyIsWhole: () => {
      release()
      setTimeout(cut, limits.replyLingerMs).unref()
    },
    cut,
  }
}

const oneAnswer = <A>() => {
  let answer: (value: A) => void = () => {}
  const promise = new Promise<A>((resolve) => {
    answer = resolve
  })
  return { promise, answer }
}

const oneAlarm = () => {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const start = (waitMs: number, ring: () => void) => {
    stop()
    timer = setTimeout(ring, waitMs)
  }
  return { start, stop, again: () => timer?.refresh() }
}
