import { limits } from '../limits.js'

/** What of an unfinished line has arrived: pieces in order, and their bytes in all. */
export type FrameState = {
  readonly pieces: ReadonlyArray<Uint8Array>
  readonly bytes: number
}

/** Nothing has arrived yet, or all of it was whole lines. */
export const noFrames: FrameState = { pieces: [], bytes: 0 }

/**
 * The lines that a chunk finishes, without their newlines, and what stays for the next chunk. When
 * `tooLarge`, the line after the last of `lines` is longer than allowed; nothing after it counts.
 */
export type Frames = {
  readonly lines: ReadonlyArray<Uint8Array>
  readonly state: FrameState
  readonly tooLarge: boolean
}

/**
 * Cuts a stream into lines at byte 0x0A and nowhere else; a chunk may be a single byte. Keeps at
 * most `bytesMax` bytes of an unfinished line and shares no memory with the chunk but for `lines`.
 */
export const splitFrames = (
  state: FrameState,
  chunk: Uint8Array,
  bytesMax: number = limits.frameBytesMax,
): Frames => {
  const lines: Uint8Array[] = []
  let before = state
  let from = 0
  // A loop: a 64 KiB chunk may hold 65,536 lines, and a fold by recursion would not bear that.
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
    if (before.bytes + at - from > bytesMax) return { lines, state: noFrames, tooLarge: true }
    lines.push(lineOf(before, chunk.subarray(from, at)))
    before = noFrames
    from = at + 1
  }
  const rest = from === chunk.length ? before : withPiece(chunk.subarray(from), before)
  return rest.bytes > bytesMax
    ? { lines, state: noFrames, tooLarge: true }
    : { lines, state: rest, tooLarge: false }
}

const newline = 0x0a

const lineOf = (before: FrameState, end: Uint8Array): Uint8Array =>
  before.bytes === 0 ? end : joined([...before.pieces, end])

// What a socket gives at a time.
const chunkBytes = 65_536

/**
 * Adds a piece and joins it with the ones before that are no longer than it, up to the length of a
 * chunk: a line that arrives byte by byte is then copied a few times and not once for every byte,
 * and a long one is not copied at all before it is whole, as each copy lies about for a while.
 */
const withPiece = (piece: Uint8Array, state: FrameState): FrameState => {
  let merged = joined([piece])
  let kept = state.pieces.length
  let last = state.pieces.at(-1)
  while (last !== undefined && last.length <= merged.length && merged.length < chunkBytes) {
    merged = joined([last, merged])
    kept -= 1
    last = kept === 0 ? undefined : state.pieces[kept - 1]
  }
  return { pieces: [...state.pieces.slice(0, kept), merged], bytes: state.bytes + piece.length }
}

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  pieces.reduce((at, piece) => {
    whole.set(piece, at)
    return at + piece.length
  }, 0)
  return whole
}
