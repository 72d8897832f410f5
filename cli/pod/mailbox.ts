/** Where inputs wait for the loop, first come first served. */
export type Mailbox<A> = {
  readonly put: (item: A) => void
  /** Puts items back in front of those that wait, in their order. */
  readonly putBack: (items: ReadonlyArray<A>) => void
  /** Up to `max` items; waits for the first one, never longer. */
  readonly take: (max: number) => Promise<ReadonlyArray<A>>
}

/** An empty mailbox. */
export const mailbox = <A>(): Mailbox<A> => {
  const waiting: A[] = []
  let wake: (() => void) | undefined
  const woken = () => {
    wake?.()
    wake = undefined
  }
  return {
    put: (item) => {
      waiting.push(item)
      woken()
    },
    putBack: (items) => {
      waiting.unshift(...items)
      woken()
    },
    take: async (max) => {
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return waiting.splice(0, max)
    },
  }
}
