import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { parseArguments } from '../../cli/args.js'
import { removeFolder } from '../support/remove-folder.js'
import { compare, type Outcome } from './compare.js'
import type { Bench, Measurement } from './measurement.js'
import { measurements } from './measurements.js'
import { outcomeTable } from './table.js'

const MiB = 1024 * 1024
const options = {
  quick: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  large: { type: 'boolean' },
} as const

const main = async (argv: ReadonlyArray<string>): Promise<number> => {
  const parsed = parseArguments(argv, { options })
  if (E.isLeft(parsed)) return misused(parsed.left)
  const { quick = false, large = false, only = [], json = false } = parsed.right.values
  const unknown = only.find((name) => !measurements.some((one) => one.name === name))
  if (unknown !== undefined)
    return misused(`${unknown} is no measurement; there are ${namesOf(measurements)}.`)
  const chosen = measurements.filter(({ name }) => only.length === 0 || only.includes(name))
  const outcomes = await measured(chosen, sizesOf(quick, large))
  process.stdout.write(json ? `${JSON.stringify(outcomes)}\n` : await outcomeTable(outcomes))
  return 0
}

const misused = (sentence: string): number => {
  process.stderr.write(`${sentence}\n`)
  return 2
}

const namesOf = (all: ReadonlyArray<Measurement>): string => all.map(({ name }) => name).join(', ')

type Sizes = Omit<Bench, 'folder'>

const sizesOf = (quick: boolean, large: boolean): Sizes => ({
  quick,
  logBytes: quick ? 6 * MiB : 32 * MiB,
  longLogBytes: large ? 1024 * MiB : quick ? 32 * MiB : 256 * MiB,
})

// One after the other, so that they do not slow each other down; each works in a folder of its own.
const measured = async (
  chosen: ReadonlyArray<Measurement>,
  sizes: Sizes,
): Promise<ReadonlyArray<Outcome>> => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'yoi-bench-')))
  const outcomes: Outcome[] = []
  try {
    for (const one of chosen) {
      process.stderr.write(
        `${one.name} ${one.lacks === undefined ? '…' : `skipped: ${one.lacks}`}\n`,
      )
      const folder = await mkdtemp(join(root, 'm-'))
      outcomes.push(await compare(one, { folder, ...sizes }))
      await removeFolder(folder)
    }
  } finally {
    await removeFolder(root)
  }
  return outcomes
}

process.exitCode = await main(process.argv.slice(2))
