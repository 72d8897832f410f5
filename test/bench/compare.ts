import { type Bench, type Measurement, median } from './measurement.js'

/** What a measurement came to; without figures when the machine lacks something for it. */
export type Outcome = Omit<Measurement, 'prepare' | 'moreIsBetter' | 'rounds'> & {
  readonly figures?: Figures
  readonly verdict: Verdict
}

/** `compared` is ours over the baseline's, or less the baseline's when that is what counts. */
export type Figures = {
  readonly ours: number
  readonly baseline: number
  readonly compared: number
}

/** `over` misses the aim, `over guard` also what must not be passed; `reported` has no aim. */
export type Verdict = 'ok' | 'over' | 'over guard' | 'reported' | 'skipped'

/**
 * Measures both sides by turns, the one that goes first changing each round, after one round of
 * each that does not count; then compares the medians, or the sums.
 */
export const compare = async (measurement: Measurement, bench: Bench): Promise<Outcome> => {
  if (measurement.lacks !== undefined) return outcomeOf(measurement, undefined)
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
  const figureOf = measurement.rounds === 'sum' ? sum : median
  return outcomeOf(measurement, [figureOf(ours.slice(1)), figureOf(baseline.slice(1))])
}

const sum = (figures: ReadonlyArray<number>): number => figures.reduce((all, one) => all + one, 0)

const roundsOf = ({ quick }: Bench): number => (quick ? 3 : 5)

const outcomeOf = (
  measurement: Measurement,
  medians: readonly [ours: number, baseline: number] | undefined,
): Outcome => {
  const { prepare: _, moreIsBetter: __, rounds: ___, ...told } = measurement
  if (medians === undefined) return { ...told, verdict: 'skipped' }
  const [ours, baseline] = medians
  const compared = told.by === 'difference' ? ours - baseline : ours / baseline
  return {
    ...told,
    figures: { ours, baseline, compared },
    verdict: verdictOf(measurement, compared),
  }
}

/** How what was compared stands to the aim and the guard of its measurement. */
export const verdictOf = (
  { aim, guard, moreIsBetter }: Pick<Measurement, 'aim' | 'guard' | 'moreIsBetter'>,
  compared: number,
): Verdict => {
  if (aim === undefined) return 'reported'
  const reaches = (bound: number) => (moreIsBetter === true ? compared >= bound : compared <= bound)
  if (reaches(aim)) return 'ok'
  return guard === undefined || reaches(guard) ? 'over' : 'over guard'
}
