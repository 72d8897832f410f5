/** A line of a stream; `whole` is false when it had more than the most bytes and was dropped. */
export type StreamLine = { readonly whole: true; readonly text: string } | { readonly whole: false }

/** The lines of a byte stream, split at LF only, each of at most `bytesMax` bytes in memory. */
export async function* splitLines(
  stream: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<StreamLine> {
  let part: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      yield lineOf([...part, chunk.subarray(start, end)], size + end - start, bytesMax)
      part = []
      size = 0
      start = end + 1
    }
    if (size <= bytesMax) part.push(chunk.subarray(start))
    size += chunk.length - start
  }
  if (size > 0) yield lineOf(part, size, bytesMax)
}

const lineOf = (parts: ReadonlyArray<Buffer>, size: number, bytesMax: number): StreamLine =>
  size > bytesMax ? { whole: false } : { whole: true, text: Buffer.concat(parts).toString('utf8') }
