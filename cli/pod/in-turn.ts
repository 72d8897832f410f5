/** Runs one piece of work after the other, in the order of the calls; one that fails ends only itself. */
export const inTurn = (): (<A>(work: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next
    return next
  }
}
