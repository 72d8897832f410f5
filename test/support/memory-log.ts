import * as E from 'fp-ts/lib/Either.js'
import type { LogRecord } from '../../domain/log/record.js'
import type { EventLog, LogFailure, LogPage, ReadPage } from '../../domain/ports.js'

export type MemoryLogOptions = {
  /** Appends that fail, counted from 1; those refused as poisoned are not counted. */
  readonly failAt?: ReadonlyArray<number>
  /** How many calls of `reopen` fail after each such failure; 0 when left out. */
  readonly reopensThatFail?: number
  /** Lines that are there already, without newlines: a log that is carried on. */
  readonly lines?: ReadonlyArray<string>
}

export type MemoryLog = EventLog & {
  /** Every acknowledged line, without newlines. */
  readonly lines: () => ReadonlyArray<string>
  /** Batches acknowledged so far. */
  readonly batches: () => number
  /** From now on every append and reopen fails, until `mend`. */
  readonly breakDown: () => void
  readonly mend: () => void
}

/** An event log in memory that keeps the contract of `EventLog` and fails where it is told to. */
export const memoryLog = (options: MemoryLogOptions = {}): MemoryLog => {
  const kept: string[] = [...(options.lines ?? [])]
  let state: 'good' | 'poisoned' | 'closed' = 'good'
  let broken = false
  let appends = 0
  let batches = 0
  let reopensToFail = 0

  const append = (lines: ReadonlyArray<string>): E.Either<LogFailure, void> => {
    if (state !== 'good') return refusal('poisoned')
    appends += 1
    if (broken || options.failAt?.includes(appends) === true) {
      state = 'poisoned'
      reopensToFail = options.reopensThatFail ?? 0
      return refusal('write_failed')
    }
    kept.push(...lines)
    batches += 1
    return E.right(undefined)
  }

  const reopen = (): E.Either<LogFailure, void> => {
    if (state === 'closed') return refusal('poisoned')
    if (broken || reopensToFail > 0) {
      reopensToFail = Math.max(0, reopensToFail - 1)
      state = 'poisoned'
      return refusal('write_failed')
    }
    state = 'good'
    return E.right(undefined)
  }

  return {
    append: (lines) => async () => append(lines),
    reopen: () => async () => reopen(),
    size: () => kept.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0),
    close: async () => {
      state = 'closed'
    },
    page: (page) => async () => E.right(pageOf(kept, page)),
    lines: () => [...kept],
    batches: () => batches,
    breakDown: () => {
      broken = true
    },
    mend: () => {
      broken = false
    },
  }
}

const pageOf = (lines: ReadonlyArray<string>, page: LogPage): ReadPage => {
  const end = Math.min(page.before, lines.length)
  let from = end
  let bytes = 0
  while (from > 0 && end - from < page.limit) {
    bytes += Buffer.byteLength(lines[from - 1] ?? '') + 1
    if (bytes > page.bytesMax && from < end) break
    from -= 1
  }
  return { from, records: lines.slice(from, end).map((line) => JSON.parse(line) as LogRecord) }
}

const refusal = (code: 'poisoned' | 'write_failed'): E.Either<LogFailure, never> =>
  E.left({ code, message: messages[code] })

const messages = {
  poisoned: 'The log in memory takes nothing until it is reopened.',
  write_failed: 'The log in memory failed, as the test asked.',
} as const
