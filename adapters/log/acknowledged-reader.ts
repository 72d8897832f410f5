import type { LogReading } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'

/**
 * A reader for whoever follows a log while its writer works: it gives nothing behind the bytes that
 * the writer has acknowledged, since a batch that fails is cut off again and never happened.
 */
export const acknowledgedReader = (reader: LogReader, sizeBytes: () => number): LogReader => ({
  read: (path, options) => upTo(reader.read(path, options), sizeBytes),
})

async function* upTo(
  readings: AsyncIterable<LogReading>,
  sizeBytes: () => number,
): AsyncGenerator<LogReading> {
  for await (const reading of readings) {
    if (endOf(reading) > sizeBytes()) return
    yield reading
  }
}

// What cannot be read at all is told, wherever it is.
const endOf = (reading: LogReading): number => {
  switch (reading.type) {
    case 'group':
      return reading.next.offset
    case 'torn':
      return reading.tail.offset + reading.tail.length
    case 'problem':
      return reading.problem.kind === 'unreadable' ? 0 : reading.problem.offset + 1
  }
}
