import { type FileHandle, open } from 'node:fs/promises'
import { limits } from '../../domain/limits.js'
import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'

/** Where records go: their bytes, or each as an object; and what was wrong with the log. */
export type CopySinks = {
  readonly bytes?: (bytes: Uint8Array) => Promise<void>
  readonly record?: (record: unknown) => Promise<void>
  readonly problem: (problem: LogProblem) => Promise<void>
}

/**
 * Gives the good records of a log in order; their bytes are those of the file, so that whoever takes
 * them can verify them again. Resolves with whether the log is intact.
 */
export const copyRecords = async (
  reader: LogReader,
  log: string,
  sinks: CopySinks,
): Promise<boolean> => {
  const handle = await open(log, 'r').catch(() => undefined)
  let intact = true
  try {
    for await (const reading of reader.read(log, { onProblem: 'go_on' })) {
      if (reading.type === 'group' && handle !== undefined) await giveGroup(handle, reading, sinks)
      if (reading.type === 'problem') await sinks.problem(reading.problem)
      intact &&= reading.type !== 'problem'
    }
  } finally {
    await handle?.close()
  }
  return intact
}

type Group = Extract<LogReading, { readonly type: 'group' }>

const giveGroup = async (handle: FileHandle, group: Group, sinks: CopySinks): Promise<void> => {
  if (sinks.bytes !== undefined) await giveBytes(handle, group, sinks.bytes)
  for (const { record } of group.lines) await sinks.record?.(record)
}

const giveBytes = async (
  handle: FileHandle,
  { lines, next }: Group,
  give: (bytes: Uint8Array) => Promise<void>,
): Promise<void> => {
  const end = next.offset
  for (let at = lines[0]?.offset ?? end; at < end; at += limits.logStepBytes) {
    const bytes = Buffer.allocUnsafe(Math.min(limits.logStepBytes, end - at))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at)
    await give(bytes.subarray(0, bytesRead))
  }
}
