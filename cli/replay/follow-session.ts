import type { FileHandle } from 'node:fs/promises'
import { openRegular } from '../../adapters/node/open-regular.js'
import type { Seq } from '../../domain/ids.js'
import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import { isFateEvent } from '../../projections/turn-fate.js'
import type { ExitCode } from '../command.js'
import { refused, writeText } from '../output.js'
import { type AskedReplay, asFarAsWanted } from './asked-replay.js'
import { problemText, sessionTitle } from './entry-text.js'
import { followRecords } from './follow-records.js'
import { giveGroup } from './json-log.js'
import { indexLog } from './log-index.js'
import { pageLook } from './page-look.js'
import { rawLine } from './raw-line.js'
import type { RecordRange } from './record-range.js'
import { teller } from './teller.js'
import type { TurnIndex } from './turn-index.js'

/** Replays what there is from a record on, and then each group as it is committed, without an end. */
export const followSession = async (asked: AskedReplay, range: RecordRange): Promise<ExitCode> => {
  const { reader, file, interrupted, io } = asked
  const handles: FileHandle[] = []
  const begin = async () => {
    const { turns, tip } = await indexLog(file.path)
    const learn = learning(turns, tip?.seq ?? -1)
    const give = asked.json
      ? await jsonGiver(asked, { turns, range, handles })
      : await textGiver(asked, { turns, range })
    return async (reading: LogReading): Promise<boolean> => {
      learn(reading)
      return give(reading)
    }
  }
  await followRecords({
    reader,
    log: file.path,
    begin,
    say: async (sentence) => void (await refused(io, sentence)),
    interrupted,
  }).finally(() => Promise.all(handles.map((handle) => handle.close())))
  return interrupted.aborted ? 130 : 0
}

// What the look before the reading has met is known; the turns go on with what comes after it.
const learning =
  (turns: TurnIndex, known: Seq) =>
  (reading: LogReading): void => {
    if (reading.type !== 'group') return
    for (const line of reading.lines)
      if (line.known && line.record.seq > known && isFateEvent(line.record)) turns.take(line.record)
  }

type Told = { readonly turns: TurnIndex; readonly range: RecordRange }

const textGiver = async (asked: AskedReplay, told: Told) => {
  const { io, file } = asked
  const look = pageLook(io)
  const telling = teller({ ...told, look })
  await writeText(io.stdout, sessionTitle(file, look))
  return async (reading: LogReading): Promise<boolean> => {
    const raw = reading.type === 'problem' ? await rawLine(file.path, reading.problem) : ''
    return asFarAsWanted(asked, writeText(io.stdout, telling.text(reading, raw)))
  }
}

const jsonGiver = async (
  asked: AskedReplay,
  { turns, range, handles }: Told & { readonly handles: FileHandle[] },
) => {
  const { io, reader, file } = asked
  const handle = await openRegular(file.path)
  handles.push(handle)
  const problem = (one: LogProblem) =>
    writeText(io.stderr, problemText(one, { width: undefined, color: false }))
  const write = (bytes: string | Uint8Array) => asFarAsWanted(asked, writeText(io.stdout, bytes))
  const terminal = io.stdout.isTTY === true
  const log = { reader, log: file.path, turns, range, live: true, terminal, write, problem }
  return async (reading: LogReading): Promise<boolean> => {
    if (reading.type === 'problem') await problem(reading.problem)
    return reading.type !== 'group' || giveGroup(reading, handle, log)
  }
}
