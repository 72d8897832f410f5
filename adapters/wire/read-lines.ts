import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { noFrames, splitFrames } from '../../domain/protocol/frame.js'

export type LineReader = {
  readonly onLine: (line: Uint8Array) => void
  /** A line is over its limit; nothing is read after it. */
  readonly onTooLarge: () => void
  /** The other side sends no more; every line has been given. */
  readonly onEnd: () => void
  /** While this is false no more lines are given, and the socket is not read. */
  readonly isWanted: () => boolean
}

/**
 * Gives the lines of a socket in order. A chunk of very many lines is given in portions between
 * which others have their turn; the socket waits meanwhile.
 */
export const readLines = (socket: Socket, reader: LineReader): void => {
  let state = noFrames
  socket.on('data', (chunk) => {
    const frames = splitFrames(state, chunk)
    state = frames.state
    socket.pause()
    void giveLines(frames.lines, reader).then(() => {
      if (!reader.isWanted()) return
      if (frames.tooLarge) reader.onTooLarge()
      else socket.resume()
    })
  })
  socket.on('end', reader.onEnd)
}

const giveLines = async (lines: ReadonlyArray<Uint8Array>, reader: LineReader) => {
  for (const [index, line] of lines.entries()) {
    if (index % portion === portion - 1) await setImmediate()
    if (!reader.isWanted()) return
    reader.onLine(line)
  }
}

const portion = 64
