import { tableText } from '../../cli/table-text.js'
import type { Outcome } from './compare.js'

const heads = [
  'NAME',
  'GOAL',
  'OURS',
  'BASELINE',
  'RATIO',
  'AIM',
  'GUARD',
  '',
  'MEASURED / AGAINST',
]

/** The outcomes as the table that a person reads. */
export const outcomeTable = (outcomes: ReadonlyArray<Outcome>): Promise<string> =>
  tableText(
    heads,
    outcomes.map((outcome) => [
      outcome.name,
      outcome.goal ?? '-',
      ...figureCells(outcome),
      bound(outcome, outcome.aim),
      bound(outcome, outcome.guard),
      outcome.verdict,
      outcome.lacks ?? `${outcome.measured} / ${outcome.against}`,
    ]),
  )

const figureCells = ({ figures, by, unit }: Outcome): ReadonlyArray<string> => {
  if (figures === undefined) return ['-', '-', '-']
  const { ours, baseline, compared } = figures
  const cell = by === 'difference' ? signed(compared) : compared.toFixed(2)
  return [figure(ours, unit), figure(baseline, unit), cell]
}

const bound = ({ by }: Outcome, value: number | undefined): string => {
  if (value === undefined) return '-'
  return by === 'difference' ? `+${value}` : String(value)
}

const signed = (value: number): string => (value < 0 ? '' : '+') + value.toFixed(2)

const figure = (value: number, unit: string): string =>
  `${value.toFixed(value < 1 ? 3 : value < 100 ? 2 : 0)} ${unit}`
