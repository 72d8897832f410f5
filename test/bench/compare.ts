import { type Bench, type Measurement, median } from './measurement.js'

/** What a measurement came to. `ratio` is ours over the baseline's. */
export type Outcome = {
  readonly name: string
  readonly goal?: string
  readonly measured: string
  readonly against: string
  readonly unit: Measurement['unit']
  readonly ours: number
  readonly baseline: number
  readonly ratio: number
  readonly aim?: number
  readonly guard?: number
  readonly verdict: Verdict
}

/** `over` misses the aim, `over guard` also what must not be passed; `reported` has no aim. */
export type Verdict = 'ok' | 'over' | 'over guard' | 'reported'

/**
 * Measures both sides by turns, the one that goes first changing each round, after one round of
 * each that does not count; then compares the medians.
 */
export const compare = async (measurement: Measurement, bench: Bench): Promise<Outcome> => {
  const pair = await measurement.prepare(bench)
  const ours: number[] = []
  const baseline: number[] = []
  const sides = [
    async () => void ours.push(await pair.ours()),
    async () => void baseline.push(await pair.baseline()),
  ]
  try {
    for (let round = 0; round <= roundsOf(bench); round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
    }
  } finally {
    await pair.close?.()
  }
  return outcomeOf(measurement, median(ours.slice(1)), median(baseline.slice(1)))
}

const roundsOf = ({ quick }: Bench): number => (quick ? 3 : 5)

const outcomeOf = (measurement: Measurement, ours: number, baseline: number): Outcome => {
  const { prepare: _, moreIsBetter, ...told } = measurement
  const ratio = ours / baseline
  return { ...told, ours, baseline, ratio, verdict: verdictOf(measurement, ratio) }
}

/** How a ratio stands to the aim and the guard of its measurement. */
export const verdictOf = (
  { aim, guard, moreIsBetter }: Pick<Measurement, 'aim' | 'guard' | 'moreIsBetter'>,
  ratio: number,
): Verdict => {
  if (aim === undefined) return 'reported'
  const reaches = (bound: number) => (moreIsBetter === true ? ratio >= bound : ratio <= bound)
  if (reaches(aim)) return 'ok'
  return guard === undefined || reaches(guard) ? 'over' : 'over guard'
}
