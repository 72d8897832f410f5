import type { RecordRef } from '../../domain/ids.js'
import type { LogProblem } from '../../domain/log/reading.js'

/** What verify must say of a log: the report without the session and the words of the problems. */
export type CorpusVerdict = {
  readonly intact: boolean
  readonly complete: 'unknown'
  readonly records: number
  readonly tip: RecordRef | null
  readonly head: RecordRef | null
  readonly problems: ReadonlyArray<Omit<LogProblem, 'message'>>
  readonly last_good?: RecordRef | null
  readonly repairs: Readonly<Record<string, number>>
}

/** What a list must say of it; `problem` is how the sentence begins. The folder where it is odd. */
export type CorpusRow = {
  readonly records: number
  readonly preview: string
  readonly cwd?: string
  readonly problem?: string
}

/**
 * The messages of the first request after a restore and one more input, `next`, a line for each
 * block; or why there is none.
 */
export type FirstRequest = ReadonlyArray<string> | 'damaged' | 'read_only' | 'no_session'

/** A log of the corpus, and what verify, the list and a restore must say of it. */
export type CorpusLog = {
  readonly name: string
  readonly bytes: Buffer
  readonly verdict: CorpusVerdict
  readonly row: CorpusRow
  readonly first: FirstRequest
}

/** What is expected of a log, where it does not follow from the rest. */
export type Expected = {
  readonly tip: RecordRef | null
  readonly head: RecordRef | null
  readonly records: number
  readonly problems?: ReadonlyArray<Omit<LogProblem, 'message' | 'offset'>>
  /** The last record in front of the damage. */
  readonly good?: RecordRef
  readonly repairs?: CorpusVerdict['repairs']
  readonly row: CorpusRow
  readonly first: FirstRequest
}

/** A log of these lines, each with its newline. */
export const log = (
  name: string,
  lines: ReadonlyArray<Uint8Array | string>,
  expected: Expected,
): CorpusLog => openLog(name, whole(lines), expected)

/** Lines as they stand in a file, each with its newline. */
export const whole = (lines: ReadonlyArray<Uint8Array | string>): Buffer =>
  glue(...lines.flatMap((line) => [Buffer.from(line), newline]))

/** These bytes one behind the other. */
export const glue = (...parts: ReadonlyArray<Uint8Array>): Buffer => Buffer.concat(parts)

const newline = Buffer.from('\n')

/** A log of these bytes. Fills in what the expected verdict does not say by itself. */
export const openLog = (name: string, bytes: Buffer, expected: Expected): CorpusLog => {
  const { tip, head, records, problems = [], repairs = {}, good = null, row, first } = expected
  const placed = problems.map((one) => ({ ...one, offset: lineStart(bytes, one.line) }))
  const intact = problems.every(({ kind }) => kind === 'torn_tail')
  const verdict = {
    intact,
    complete: 'unknown',
    records,
    tip,
    head,
    problems: placed,
    ...(intact ? {} : { last_good: good }),
    repairs,
  } as const
  const damage = placed.find(({ kind }) => kind !== 'torn_tail')
  const told =
    damage === undefined ? {} : { problem: `line ${damage.line}, byte ${damage.offset}: ` }
  return { name, bytes, verdict, row: { ...told, ...row }, first }
}

const lineStart = (bytes: Buffer, number: number): number =>
  bytes
    .toString('latin1')
    .split('\n')
    .slice(0, number - 1)
    .join('\n').length + (number > 1 ? 1 : 0)
