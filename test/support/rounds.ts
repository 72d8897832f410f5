/** Rounds of a seeded test: `YOI_ROUNDS`, else 30. */
export const rounds: number = Number(process.env['YOI_ROUNDS'] ?? 30)

/** Options for fast-check: as many runs as rounds, and the seed of `YOI_SEED` when one is given. */
export const fcOptions = (factor = 1): { numRuns: number; seed?: number } => {
  const seed = process.env['YOI_SEED']
  return { numRuns: Math.ceil(rounds * factor), ...(seed === undefined ? {} : { seed: Number(seed) }) }
}
