/**
 * The entries of all steps in order. A step is asked for when the one before is used up, and its
 * entries are made one by one. Awaiting an entry of a step that is there costs one turn of the
 * microtasks, where handing it through a generator costs several times a short line's check.
 */
export const oneByOne = <A>(steps: AsyncGenerator<Iterable<A>>): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    let step: Iterator<A> = [][Symbol.iterator]()
    const nextStep = async (): Promise<IteratorResult<A>> => {
      for (;;) {
        const following = await steps.next()
        if (following.done === true) return { done: true, value: undefined }
        step = following.value[Symbol.iterator]()
        const first = step.next()
        if (first.done !== true) return first
      }
    }
    return {
      next: () => {
        const one = step.next()
        return one.done === true ? nextStep() : Promise.resolve(one)
      },
      return: async () => {
        step = [][Symbol.iterator]()
        await steps.return(undefined)
        return { done: true, value: undefined }
      },
    }
  },
})
