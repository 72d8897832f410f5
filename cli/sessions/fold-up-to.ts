import { basename } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { isNewer } from '../../adapters/log/load-log.js'
import type { RecordRef } from '../../domain/ids.js'
import type { CheckedLine } from '../../domain/log/chain.js'
import { type ForeignRecord, type LogRecord, refOf } from '../../domain/log/record.js'
import type { LogReader } from '../../domain/ports.js'
import { evolve } from '../../domain/session/evolve.js'
import { initialState, type State } from '../../domain/session/state.js'
import { damageSentence, forkCommand } from './damage.js'

/** Why no fork was made. `damaged`: because of what is wrong with the log. */
export type ForkRefusal = { readonly sentence: string; readonly damaged: boolean }

/** The state as it stood at a record. */
export type Folded = { readonly state: State; readonly at: RecordRef }

/**
 * The fold of a log up to record `at`, or up to its last one when that is left out and the log is
 * intact. Every line up to there is checked, and every event understood. Left: a sentence.
 */
export const foldUpTo = async (
  reader: LogReader,
  path: string,
  at: number | undefined,
): Promise<E.Either<ForkRefusal, Folded>> => {
  let sum: Sum = { state: initialState, good: undefined }
  for await (const reading of reader.read(path, { onProblem: 'stop' })) {
    if (reading.type === 'problem')
      return E.left({
        sentence: damageSentence(path, { problem: reading.problem, good: sum.good }),
        damaged: reading.problem.kind !== 'unreadable',
      })
    if (reading.type === 'torn') continue
    sum = sumAfter(sum, reading.lines, at)
    if (sum.foreign !== undefined) return refuse(foreignSentence(path, sum.foreign))
    if (at !== undefined && (sum.good?.seq ?? -1) >= at) break
  }
  return sum.good === undefined || (at !== undefined && sum.good.seq !== at)
    ? refuse(missingSentence(path, sum.good))
    : E.right({ state: sum.state, at: sum.good })
}

type Sum = {
  readonly state: State
  readonly good: RecordRef | undefined
  readonly foreign?: ForeignRecord | LogRecord
}

const sumAfter = (before: Sum, lines: ReadonlyArray<CheckedLine>, at: number | undefined): Sum => {
  let { state, good } = before
  for (const line of lines) {
    if (at !== undefined && line.record.seq > at) break
    if (!line.known || isNewer(line.record)) return { state, good, foreign: line.record }
    state = evolve(state, line.record)
    good = refOf(line.record)
  }
  return { state, good }
}

const refuse = (sentence: string): E.Either<ForkRefusal, never> =>
  E.left({ sentence, damaged: false })

const foreignSentence = (path: string, { seq, type }: ForeignRecord): string => {
  if (seq === 0) return `${path} has a newer format than this version writes; it can only be shown.`
  const before = forkCommand(basename(path, '.jsonl'), { seq: seq - 1 })
  return (
    `${path} holds at record ${seq} an event that this version does not know (${type}), ` +
    `so it cannot tell what follows; ${before} takes what is before it.`
  )
}

const missingSentence = (path: string, last: RecordRef | undefined): string =>
  last === undefined
    ? `${path} has no whole record that a session could begin with.`
    : `${path} ends at record ${last.seq}; name that one with --at, or an earlier one.`
