import { type Finding, ok, wrong } from './finding.js'

/** Whether this Node is one that package.json names; `range` is as in `>=20.20 <21 || >=22.22`. */
export const checkNode = (version: string, range: string): Finding =>
  inRange(version, range)
    ? ok('node', `Node ${version} fits ${range}.`)
    : wrong('node', `Node ${version} does not fit: install one that fits ${range}.`)

const inRange = (version: string, range: string): boolean =>
  range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((bound) => fits(version, bound)),
  )

const fits = (version: string, bound: string): boolean => {
  const isUpper = bound.startsWith('<')
  const difference = compared(numbersOf(version), numbersOf(bound))
  return isUpper ? difference < 0 : difference >= 0
}

const numbersOf = (text: string): ReadonlyArray<number> => (text.match(/\d+/g) ?? []).map(Number)

// Bounds leave parts out at the end; what they leave out counts as 0.
const compared = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  [0, 1, 2].map((i) => (a[i] ?? 0) - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0
