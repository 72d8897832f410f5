import { setTimeout as wait } from 'node:timers/promises'

/** Waits for a fact; throws when it has not come true within 30 s. */
export const eventually = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`never came true: ${holds}`)
    await wait(5)
  }
}
