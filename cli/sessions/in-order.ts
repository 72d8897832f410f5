/**
 * Does the work for each item, at most `atOnce` of them at a time, and gives the results in the
 * order of the items. Rejects with what the first piece of work rejects with.
 */
export const inOrder = async <A, B>(
  items: ReadonlyArray<A>,
  atOnce: number,
  work: (item: A) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const results: B[] = []
  // One iterator for all: each worker takes what the others have not.
  const waiting = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
