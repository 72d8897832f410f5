import { logReader } from '../../adapters/log/read-groups.js'
import type { ReadableFile } from '../../adapters/node/quick-files.js'
import { sha256 } from '../../adapters/node/sha256.js'
import type { LogPlace, LogReading } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'

/** The product's reader on bytes in memory instead of a file, whatever the path. */
export const bytesReader = (bytes: Buffer): LogReader =>
  logReader(sha256, async () => opened(bytes))

type Options = { readonly from?: LogPlace; readonly onProblem?: 'stop' | 'go_on' }

/** All that reading these bytes gives. */
export const readBytes = async (
  bytes: Buffer,
  options?: Options,
): Promise<ReadonlyArray<LogReading>> => {
  const readings: LogReading[] = []
  for await (const reading of bytesReader(bytes).read('', options)) readings.push(reading)
  return readings
}

const opened = (bytes: Buffer) =>
  ({
    stat: async () => ({ size: bytes.length }),
    read: async (into: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: bytes.copy(into, offset, position, position + length),
      buffer: into,
    }),
    close: async () => undefined,
  }) as unknown as ReadableFile
