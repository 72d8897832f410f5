import * as E from 'fp-ts/lib/Either.js'
import type { RecordRef } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import type { CheckedLine, LineFault } from '../../domain/log/chain.js'
import { continuesGroup, endsGroup } from '../../domain/log/group.js'
import type { LogPlace, LogProblem, LogReading } from '../../domain/log/reading.js'
import { refOf } from '../../domain/log/record.js'
import { claimedBefore, claimedOf } from './claimed-place.js'
import type { FileLine } from './split-lines.js'

type CheckLine = (
  line: Uint8Array,
  before: RecordRef | undefined,
) => E.Either<LineFault, CheckedLine>

/** Makes groups of lines. */
export type GroupCollector = {
  /** What the next line of the file gives: nothing inside a group, else a group or problems. */
  readonly take: (line: FileLine) => ReadonlyArray<LogReading>
  /** The place behind the last whole group, or behind the last line that was a problem. */
  readonly settled: () => LogPlace
}

/**
 * Collects checked lines to whole groups. With `stop` only what comes up to the first problem
 * counts. With `go_on` a line that is good by itself is taken where it stands, so that one damaged
 * line is blamed once; what can be read of a damaged group is then given in pieces.
 */
export const collectGroups = (
  check: CheckLine,
  from: LogPlace,
  onProblem: 'stop' | 'go_on',
): GroupCollector => {
  const state: Collecting = {
    check,
    onProblem,
    settled: from,
    before: from.before,
    line: from.line,
    group: [],
  }
  return { take: (line) => take(line, state), settled: () => state.settled }
}

// Changed in place: this is the inner loop of every reading.
type Collecting = {
  readonly check: CheckLine
  readonly onProblem: 'stop' | 'go_on'
  settled: LogPlace
  /** What the next line must follow; `lost` behind a line that does not say. */
  before: RecordRef | 'lost' | undefined
  /** The number of the next line. */
  line: number
  group: PlacedLine[]
}

const take = (at: FileLine, state: Collecting): ReadonlyArray<LogReading> => {
  const checked = checkWhole(at, state.before, state.check)
  if (E.isLeft(checked)) return blame(checked.left, at, state)
  const fault = groupFault(state.group.at(-1), checked.right)
  return fault === undefined ? accept(checked.right, at, state) : blame(fault, at, state)
}

const accept = (line: CheckedLine, at: FileLine, state: Collecting): ReadonlyArray<LogReading> => {
  state.group.push(placed(line, at.offset))
  state.before = refOf(line.record)
  state.line += 1
  return endsGroup(line.record) ? settle(at.end, state) : []
}

const settle = (offset: number, state: Collecting): ReadonlyArray<LogReading> => {
  const { group: lines, line, before } = state
  state.settled = { offset, line, before: before === 'lost' ? undefined : before }
  state.group = []
  return lines.length === 0 ? [] : [{ type: 'group', lines, next: state.settled }]
}

const blame = (fault: Fault, at: FileLine, state: Collecting): ReadonlyArray<LogReading> => {
  const { before, line, onProblem } = state
  const seq = before === 'lost' ? claimedSeq(at) : (before?.seq ?? -1) + 1
  const place = { line, offset: at.offset, ...(seq === undefined ? {} : { seq }) }
  const problem = { type: 'problem', problem: { ...place, ...fault } } as const
  if (onProblem === 'stop') return [problem]
  return [...settle(at.offset, state), problem, ...goPast(at, state)]
}

const goPast = (at: FileLine, state: Collecting): ReadonlyArray<LogReading> => {
  const alone = checkWhole(at, 'lost', state.check)
  if (E.isRight(alone)) return accept(alone.right, at, state)
  state.before = alone.left.kind === 'event_shape' ? claimedRef(at) : 'lost'
  state.line += 1
  return settle(at.end, state)
}

type PlacedLine = CheckedLine & { readonly offset: number }

// Spelt out: spreading the line costs as much as parsing a short one.
const placed = (line: CheckedLine, offset: number): PlacedLine =>
  line.known
    ? { known: true, record: line.record, offset }
    : { known: false, record: line.record, offset }

type Fault = Pick<LogProblem, 'kind' | 'message'>

const checkWhole = (
  { bytes, offset, end }: FileLine,
  before: RecordRef | 'lost' | undefined,
  check: CheckLine,
): E.Either<Fault, CheckedLine> => {
  if (bytes === undefined) return E.left(tooLong(end - offset - 1))
  return check(bytes, before === 'lost' ? claimedBefore(bytes) : before)
}

const tooLong = (length: number): Fault => ({
  kind: 'line_too_long',
  message: `the line has ${length} bytes and may have ${limits.lineBytesMax}`,
})

const groupFault = (before: CheckedLine | undefined, next: CheckedLine): Fault | undefined => {
  if (continuesGroup(before?.record, next.record)) return undefined
  const expected = (before?.record.more ?? 0) - 1
  const message = `more is ${next.record.more ?? 0} and should be ${expected} in this group`
  return { kind: 'group_mismatch', message }
}

const claimedSeq = ({ bytes }: FileLine): number | undefined =>
  bytes === undefined ? undefined : claimedOf(bytes)?.seq

const claimedRef = (at: FileLine): RecordRef | 'lost' => {
  const seq = claimedSeq(at)
  if (at.bytes === undefined || seq === undefined) return 'lost'
  const hash = Buffer.from(at.bytes.subarray(-66, -2)).toString('latin1')
  return { seq, hash: hash as RecordRef['hash'] }
}
