import { createHash } from 'node:crypto'
import type { Hash } from '../../domain/ids.js'
import { limits } from '../../domain/limits.js'
import { checkLine } from '../../domain/log/chain.js'
import {
  type LogPlace,
  type LogReading,
  logStart,
  type TornTail,
} from '../../domain/log/reading.js'
import type { LogReader, Sha256 } from '../../domain/ports.js'
import { bytesAt } from '../node/bytes-at.js'
import { messageOf } from '../node/message-of.js'
import type { ReadableFile } from '../node/quick-files.js'
import { collectGroups, type GroupCollector } from './collect-groups.js'
import { oneByOne } from './one-by-one.js'
import { openQuietly } from './open-quietly.js'
import { beginningBytes, ownerFault, unfinishedFault } from './owner-fault.js'
import { type FileLine, splitLines } from './split-lines.js'

/**
 * Reads log files as `LogReader` promises. A torn tail begins at the first line of the group that
 * is not whole, whatever bytes follow the last newline; a fault in a finished line is a problem.
 * A file that is shorter than where reading should begin is `unreadable`.
 */
export const logReader = (sha256: Sha256, open: OpenLog = openQuietly): LogReader =>
  readerOf(sha256, { open, isOwn: false })

/**
 * The same for whoever answers for what a log says: read from its start, one that is none, or the
 * log of another session than its file is named for, begins with a problem that says so.
 */
export const ownLogReader = (sha256: Sha256, open: OpenLog = openQuietly): LogReader =>
  readerOf(sha256, { open, isOwn: true })

const readerOf = (sha256: Sha256, how: Pick<Task, 'open' | 'isOwn'>): LogReader => ({
  read: (path, { from = logStart, onProblem = 'stop' } = {}) =>
    oneByOne(
      readPath(path, {
        ...how,
        path,
        collector: collectGroups(checkLine(sha256), from, onProblem),
        from,
        onProblem,
        stopped: false,
      }),
    ),
})

/** Opens a log for reading; rejects with a sentence's end. */
type OpenLog = (path: string) => Promise<ReadableFile>

type Task = {
  readonly open: OpenLog
  readonly isOwn: boolean
  readonly path: string
  readonly collector: GroupCollector
  readonly from: LogPlace
  readonly onProblem: 'stop' | 'go_on'
  /** A problem was met that ends the reading. */
  stopped: boolean
}

type Steps = AsyncGenerator<Iterable<LogReading>>

async function* readPath(path: string, task: Task): Steps {
  let handle: ReadableFile | undefined
  try {
    handle = await task.open(path)
    yield* readHandle(handle, task)
  } catch (error) {
    yield [unreadable(task.collector.settled(), `the log cannot be read: ${messageOf(error)}`)]
  } finally {
    await handle?.close()
  }
}

async function* readHandle(handle: ReadableFile, task: Task): Steps {
  const { collector, from } = task
  const { size } = await handle.stat()
  if (size < from.offset) {
    yield [unreadable(from, `the log has ${size} bytes and was longer: its end is missing`)]
    return
  }
  for await (const lines of splitLines(handle, from.offset, size)) {
    yield readLines(lines, task)
    if (task.stopped) return
  }
  const { offset, line } = collector.settled()
  const tail = await digestTail(handle, offset, size)
  if (tail.length === 0) return
  const fault = task.isOwn && offset === 0 ? await faultOfTail(handle, tail) : undefined
  if (fault !== undefined) yield [{ type: 'problem', problem: fault }]
  if (fault === undefined || task.onProblem === 'go_on') yield [{ type: 'torn', tail, line }]
}

const faultOfTail = async (handle: ReadableFile, { length }: TornTail) =>
  unfinishedFault(await bytesAt(handle, 0, Math.min(length, beginningBytes)))

// Line by line: the records of a whole step, held at once, would keep the garbage collector busy.
function* readLines(lines: ReadonlyArray<FileLine>, task: Task): Generator<LogReading> {
  for (const line of lines)
    for (const reading of task.collector.take(line)) {
      const fault = task.isOwn ? ownerFault(task.path, reading) : undefined
      if (fault !== undefined) yield { type: 'problem', problem: fault }
      task.stopped = fault !== undefined && task.onProblem === 'stop'
      if (task.stopped) return
      task.stopped = reading.type === 'problem' && task.onProblem === 'stop'
      yield reading
      if (task.stopped) return
    }
}

// In steps, since a tail may be longer than memory.
const digestTail = async (
  handle: ReadableFile,
  offset: number,
  size: number,
): Promise<TornTail> => {
  const digest = createHash('sha256')
  const step = Buffer.allocUnsafe(Math.min(limits.logStepBytes, Math.max(size - offset, 1)))
  let length = 0
  while (offset + length < size) {
    const most = Math.min(step.length, size - offset - length)
    const { bytesRead } = await handle.read(step, 0, most, offset + length)
    if (bytesRead === 0) break
    digest.update(step.subarray(0, bytesRead))
    length += bytesRead
  }
  return { offset, length, digest: digest.digest('hex') as Hash }
}

const unreadable = ({ line, offset }: LogPlace, message: string): LogReading => ({
  type: 'problem',
  problem: { line, offset, kind: 'unreadable', message },
})
