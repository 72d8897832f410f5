import { type MemoryLog, type MemoryLogOptions, memoryLog } from './memory-log.js'

export type GatedLog = MemoryLog & {
  /** From now on appends wait, as if the disk were slow. */
  readonly hold: () => void
  readonly letGo: () => void
  /** Resolves as soon as an append waits. */
  readonly waits: () => Promise<void>
}

/** A log in memory at whose disk the test stands: an append lasts as long as the test wants. */
export const gatedLog = (options: MemoryLogOptions = {}): GatedLog => {
  const log = memoryLog(options)
  let gate: Promise<void> | undefined
  let open = (): void => undefined
  let isWaiting = false
  const wakes: Array<() => void> = []
  return {
    ...log,
    append: (lines) => async () => {
      isWaiting = gate !== undefined
      for (const wake of isWaiting ? wakes.splice(0) : []) wake()
      await gate
      isWaiting = false
      return log.append(lines)()
    },
    hold: () => {
      gate = new Promise((resolve) => (open = resolve))
    },
    letGo: () => {
      gate = undefined
      open()
    },
    waits: async () => {
      while (!isWaiting) await new Promise<void>((resolve) => wakes.push(resolve))
    },
  }
}
