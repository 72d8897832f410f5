import { tableText } from '../../cli/table-text.js'
import type { Outcome } from './compare.js'

/** The outcomes as the table that a person reads. */
export const outcomeTable = (outcomes: ReadonlyArray<Outcome>): Promise<string> =>
  tableText(
    ['NAME', 'GOAL', 'OURS', 'BASELINE', 'RATIO', 'AIM', 'GUARD', '', 'MEASURED / AGAINST'],
    outcomes.map((outcome) => [
      outcome.name,
      outcome.goal ?? '-',
      figure(outcome.ours, outcome.unit),
      figure(outcome.baseline, outcome.unit),
      outcome.ratio.toFixed(2),
      outcome.aim === undefined ? '-' : String(outcome.aim),
      outcome.guard === undefined ? '-' : String(outcome.guard),
      outcome.verdict,
      `${outcome.measured} / ${outcome.against}`,
    ]),
  )

const figure = (value: number, unit: string): string =>
  `${value.toFixed(value < 1 ? 3 : value < 100 ? 2 : 0)} ${unit}`
