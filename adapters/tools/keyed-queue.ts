/** Runs work that has the same key one after the other, in the order of the calls. */
export type Alone = <A>(key: string, work: () => Promise<A>) => Promise<A>

/** A queue for each key. Work of other keys runs beside it; a rejection stops nobody behind it. */
export const keyedQueue = (): Alone => {
  const tails = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = tails.get(key) ?? Promise.resolve()
    const result = before.then(work)
    const tail = result.catch(() => undefined)
    tails.set(key, tail)
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    return result
  }
}
