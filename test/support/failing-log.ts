import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { loadLog } from './load-log.js'
import type { MemoryLog } from './memory-log.js'
import { memoryLog } from './memory-log.js'
import { reader } from './projecting.js'
import { tempHome } from './temp-home.js'

/** A log in memory that breaks at the `n`-th append (from 1) and stays broken until `mend`. */
export const breaksAt = (n: number): MemoryLog => {
  const log = memoryLog()
  let appends = 0
  return {
    ...log,
    append: (lines) => () => {
      appends += 1
      if (appends === n) log.breakDown()
      return log.append(lines)()
    },
  }
}

/** Fails the test unless these lines are a log that verifies whole. */
export const verifies = async (
  t: ExecutionContext,
  lines: ReadonlyArray<string>,
): Promise<void> => {
  const path = join(await tempHome(t), 'log.jsonl')
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
  const loaded = await loadLog(reader, path)()
  if (E.isLeft(loaded)) return t.fail(JSON.stringify(loaded.left))
  t.is(loaded.right.records.length, lines.length)
  t.is(loaded.right.tail, undefined)
}
