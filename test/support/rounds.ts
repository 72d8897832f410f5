/** Rounds of a seeded test: `YOI_ROUNDS`, else 30. */
export const rounds: number = Number(process.env['YOI_ROUNDS'] ?? 30)

/** Options for fast-check: as many runs as rounds, and the seed of `YOI_SEED` when one is given. */
export const fcOptions = (factor = 1): RunOptions => {
  const seed = process.env['YOI_SEED']
  const numRuns = Math.ceil(rounds * factor)
  return {
    numRuns,
    includeErrorInReport: true,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  }
}

type RunOptions = {
  readonly numRuns: number
  readonly includeErrorInReport: boolean
  readonly seed?: number
}
