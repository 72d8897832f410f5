import { createInterface } from 'node:readline'

const goesMax = 20_000

/**
 * Serves stdin as a program of a benchmark: a line names milliseconds; the work is done again and
 * again for that long, and the line that answers is how often. Says `ready` at its start.
 */
export const runsOnRequest = (work: () => Promise<void>): void => {
  const serve = async (windowMs: number): Promise<void> => {
    const endsAt = performance.now() + windowMs
    let goes = 0
    for (; performance.now() < endsAt && goes < goesMax; goes += 1) await work()
    process.stdout.write(`${goes}\n`)
  }
  createInterface({ input: process.stdin }).on('line', (line) => void serve(Number(line)))
  process.stdout.write('ready\n')
}
