import type { FileHandle } from 'node:fs/promises'
import { bytesAt } from '../../adapters/node/bytes-at.js'
import { openRegular } from '../../adapters/node/open-regular.js'
import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import type { Mark } from '../../projections/timeline.js'
import { jsonText } from '../output.js'
import type { RecordRange } from './record-range.js'
import type { TurnIndex } from './turn-index.js'

/** A log that is given to a program, and where it goes. */
export type JsonLog = {
  readonly reader: LogReader
  readonly log: string
  readonly turns: TurnIndex
  readonly range: RecordRange
  /** Whether the turns may still change: then nothing is said of how they end. */
  readonly live: boolean
  /** A terminal gets what it would obey as codes; everything else gets the bytes of the log. */
  readonly terminal: boolean
  /** Resolves with whether more is wanted. */
  readonly write: (bytes: string | Uint8Array) => Promise<boolean>
  readonly problem: (problem: LogProblem) => Promise<void>
}

/**
 * Gives the good records of a log in order, each as its line holds it; what is known of it besides
 * follows as the last member, `audit`. Resolves with whether the log is intact as far as it was read.
 */
export const jsonLog = async (asked: JsonLog): Promise<boolean> => {
  const handle = await openRegular(asked.log).catch(() => undefined)
  let intact = true
  try {
    for await (const reading of asked.reader.read(asked.log, { onProblem: 'go_on' })) {
      if (reading.type === 'problem') await asked.problem(reading.problem)
      intact &&= reading.type !== 'problem'
      if (reading.type !== 'group' || handle === undefined) continue
      if (!(await giveGroup(reading, handle, asked))) break
    }
  } finally {
    await handle?.close()
  }
  return intact
}

type Group = Extract<LogReading, { readonly type: 'group' }>

/** Gives the records of one group; resolves with whether another one is wanted. */
export const giveGroup = async (
  group: Group,
  handle: FileHandle,
  asked: JsonLog,
): Promise<boolean> => {
  const { lines, next } = group
  const { from, to } = asked.range
  const first = lines[0]?.offset ?? next.offset
  const bytes = await bytesAt(handle, first, next.offset - first)
  const given = lines.flatMap(({ record, offset }, index) => {
    if (record.seq < from || record.seq > to) return []
    const end = lines[index + 1]?.offset ?? next.offset
    const audit = auditOf(asked.turns.markOf(record), asked)
    return [
      asked.terminal
        ? Buffer.from(`${jsonText(audit === undefined ? record : { ...record, audit })}\n`)
        : withAudit(bytes.subarray(offset - first, end - first), audit),
    ]
  })
  const more = given.length === 0 || (await asked.write(Buffer.concat(given)))
  return more && (lines.at(-1)?.record.seq ?? 0) < to
}

/** What `--json` says of a record besides what it is. */
type Audit = { readonly turn?: number; readonly fate?: string; readonly taken_back_by?: number }

const auditOf = ({ turn, fate, takenBackBy }: Mark, { live }: JsonLog): Audit | undefined =>
  turn === undefined && takenBackBy === undefined
    ? undefined
    : {
        ...(turn === undefined ? {} : { turn }),
        ...(fate === undefined || live ? {} : { fate }),
        ...(takenBackBy === undefined ? {} : { taken_back_by: takenBackBy }),
      }

// In front of the brace and the newline that end the line.
const withAudit = (line: Buffer, audit: Audit | undefined): Buffer =>
  audit === undefined
    ? line
    : Buffer.concat([line.subarray(0, -2), Buffer.from(`,"audit":${JSON.stringify(audit)}}\n`)])
