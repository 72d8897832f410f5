/** Where a run of the benchmarks works, and how large its samples are. */
export type Bench = {
  /** A folder of the run's own, removed after it. */
  readonly folder: string
  readonly quick: boolean
  /** Bytes of the log that is read as a whole. */
  readonly logBytes: number
}

/** Two things to compare; each call does one round and gives its figure. */
export type Pair = {
  readonly ours: () => Promise<number>
  readonly baseline: () => Promise<number>
  /** Ends what the pair holds: processes, files. */
  readonly close?: () => Promise<void>
}

/** One line of the table. */
export type Measurement = {
  readonly name: string
  /** The goal that it belongs to, such as `P5`; none for figures that are only reported. */
  readonly goal?: string
  readonly measured: string
  readonly against: string
  readonly unit: 'ms' | 'ms cpu' | '/s' | 'MB'
  /** The ratio to reach: at most this, or at least this where more is better. */
  readonly aim?: number
  /** The ratio that must not be passed. */
  readonly guard?: number
  readonly moreIsBetter?: true
  readonly prepare: (bench: Bench) => Promise<Pair>
}

/** Milliseconds that the work took. */
export const msOf = async (work: () => Promise<unknown> | void): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Milliseconds of processor time that the work took in this process. For work that waits for
 * nothing it is the time of a quiet machine, also on a busy one.
 */
export const cpuMsOf = async (work: () => Promise<unknown> | void): Promise<number> => {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** The middle one of some figures. */
export const median = (figures: ReadonlyArray<number>): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
