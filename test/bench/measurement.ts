/** Where a run of the benchmarks works, and how large its samples are. */
export type Bench = {
  /** A folder of the run's own, removed after it. */
  readonly folder: string
  readonly quick: boolean
  /** Bytes of the log that is read as a whole. */
  readonly logBytes: number
  /** Bytes of the log whose verifying is watched for its memory. */
  readonly longLogBytes: number
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
  readonly unit: 'ms' | 'ms cpu' | '/s' | 'MB' | 'KB' | 'calls' | 'syncs' | 'readers' | '%'
  /** What aim and guard are said of: else the ratio. */
  readonly by?: 'difference'
  /** What becomes of the rounds: else their median, which hides what happened in one of them. */
  readonly rounds?: 'sum'
  /** What to reach: at most this, or at least this where more is better. */
  readonly aim?: number
  /** What must not be passed. */
  readonly guard?: number
  readonly moreIsBetter?: true
  /** What the machine lacks for it, as a sentence's end; then it is skipped. */
  readonly lacks?: string | undefined
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

/** The middle one of the milliseconds that each of so many goes took, one after the other. */
export const p50Ms = async (count: number, once: () => Promise<unknown>): Promise<number> => {
  const figures: number[] = []
  for (let n = 0; n < count; n += 1) figures.push(await msOf(once))
  return median(figures)
}
