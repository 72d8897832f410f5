import { setTimeout as wait } from 'node:timers/promises'

// What the slowest machine may take; the runner's own patience is longer.
const patienceMs = 100_000

/**
 * Waits for a fact; rejects with `what` when it has not come true within 100 s. A fact that throws
 * does not hold yet: a file that is read while it is polled may not be there, or be gone again.
 */
export const eventually = async (
  holds: () => boolean | Promise<boolean>,
  what = () => String(holds),
): Promise<void> => {
  const end = performance.now() + patienceMs
  for (;;) {
    const looked = await look(holds)
    if (looked.holds) return
    if (performance.now() > end) throw new Error(`never: ${what()}`, { cause: looked.error })
    await wait(10)
  }
}

const look = async (
  holds: () => boolean | Promise<boolean>,
): Promise<{ readonly holds: boolean; readonly error?: unknown }> => {
  try {
    return { holds: await holds() }
  } catch (error) {
    return { holds: false, error }
  }
}
