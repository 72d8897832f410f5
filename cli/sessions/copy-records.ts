import { type FileHandle, open } from 'node:fs/promises'
import { limits } from '../../domain/limits.js'
import type { LogProblem, LogReading } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'

export type CopySinks = {
  readonly record: (bytes: Uint8Array) => Promise<void>
  readonly problem: (problem: LogProblem) => Promise<void>
}

/**
 * Gives the good records of a log, byte for byte as they stand there, so that whoever takes them
 * can verify them again. Resolves with whether the log is intact.
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
      if (reading.type === 'group' && handle !== undefined) await copyGroup(handle, reading, sinks)
      if (reading.type === 'problem') await sinks.problem(reading.problem)
      intact &&= reading.type !== 'problem'
    }
  } finally {
    await handle?.close()
  }
  return intact
}

const copyGroup = async (
  handle: FileHandle,
  { lines, next }: Extract<LogReading, { readonly type: 'group' }>,
  sinks: CopySinks,
): Promise<void> => {
  const end = next.offset
  for (let at = lines[0]?.offset ?? end; at < end; at += limits.logStepBytes) {
    const bytes = Buffer.allocUnsafe(Math.min(limits.logStepBytes, end - at))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at)
    await sinks.record(bytes.subarray(0, bytesRead))
  }
}
