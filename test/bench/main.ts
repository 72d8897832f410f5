import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { parseArguments } from '../../cli/args.js'
import { compare, type Outcome } from './compare.js'
import type { Bench, Measurement } from './measurement.js'
import { measurements } from './measurements.js'
import { outcomeTable } from './table.js'

const MiB = 1024 * 1024
const options = {
  quick: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

const main = async (argv: ReadonlyArray<string>): Promise<number> => {
  const parsed = parseArguments(argv, { options })
  if (E.isLeft(parsed)) return misused(parsed.left)
  const { quick = false, only = [], json = false } = parsed.right.values
  const unknown = only.find((name) => !measurements.some((one) => one.name === name))
  if (unknown !== undefined)
    return misused(`${unknown} is no measurement; there are ${namesOf(measurements)}.`)
  const chosen = measurements.filter(({ name }) => only.length === 0 || only.includes(name))
  const outcomes = await measured(chosen, quick)
  process.stdout.write(json ? `${JSON.stringify(outcomes)}\n` : await outcomeTable(outcomes))
  return 0
}

const misused = (sentence: string): number => {
  process.stderr.write(`${sentence}\n`)
  return 2
}

const namesOf = (all: ReadonlyArray<Measurement>): string => all.map(({ name }) => name).join(', ')

// One after the other, so that they do not slow each other down; each works in a folder of its own.
const measured = async (
  chosen: ReadonlyArray<Measurement>,
  quick: boolean,
): Promise<ReadonlyArray<Outcome>> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'yoi-bench-')))
  const outcomes: Outcome[] = []
  try {
    for (const one of chosen) {
      process.stderr.write(`${one.name} …\n`)
      const folder = await mkdtemp(join(root, 'm-'))
      const bench: Bench = { folder, quick, logBytes: quick ? 6 * MiB : 32 * MiB }
      outcomes.push(await compare(one, bench))
      await rm(folder, { recursive: true, force: true })
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
  return outcomes
}

process.exitCode = await main(process.argv.slice(2))
