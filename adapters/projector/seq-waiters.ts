import type { Seq } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'

/** Those who wait until the files agree with a record. */
export type SeqWaiters = {
  readonly reached: (seq: Seq) => Promise<boolean>
  /** The files agree with everything up to `seq`. */
  readonly arrive: (seq: Seq) => void
  /** Nothing will arrive any more. */
  readonly giveUp: () => void
}

type Waiter = { readonly seq: Seq; readonly settle: (reached: boolean) => void }

/** Waiting ends with the record, after `limits.projectorLagMs`, or when the projector gives up. */
export const seqWaiters = (): SeqWaiters => {
  const waiters = new Set<Waiter>()
  let arrived = -1
  let over = false

  const wait = (seq: Seq): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (reached: boolean): void => {
        clearTimeout(timer)
        waiters.delete(waiter)
        resolve(reached)
      }
      const waiter = { seq, settle }
      const timer = setTimeout(settle, limits.projectorLagMs, false)
      waiters.add(waiter)
    })
  return {
    reached: async (seq) => seq <= arrived || (!over && wait(seq)),
    arrive: (seq) => {
      arrived = seq
      for (const waiter of [...waiters]) if (waiter.seq <= seq) waiter.settle(true)
    },
    giveUp: () => {
      over = true
      for (const waiter of [...waiters]) waiter.settle(false)
    },
  }
}
