import { isUtf8 } from 'node:buffer'
import * as E from 'fp-ts/lib/Either.js'
import { codeOf } from '../adapters/node/code-of.js'
import { limits } from '../domain/limits.js'
import { fitsFrame, isOverlong } from '../domain/segment-size.js'
import type { CommandIo } from './command.js'

/**
 * The text on stdin up to its end, without the newline that a shell puts behind it; the empty text
 * when no byte comes within `firstByteMs`. Left: a sentence; no more is read than a Submit may hold.
 */
export const stdinText = (
  stdin: CommandIo['stdin'],
  firstByteMs: number = limits.timerMsMax,
): Promise<E.Either<string, string>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (text: E.Either<string, string>) => {
      clearTimeout(patience)
      stdin.pause()
      resolve(text)
    }
    const whole = () => finish(textIn(Buffer.concat(chunks)))
    // A busy machine may wake us late: what waits in the pipe by then is read all the same.
    const giveUp = () => setImmediate(() => bytes === 0 && whole())
    const patience = setTimeout(giveUp, firstByteMs)
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(patience)
      chunks.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > limits.segmentBytesMax + lineEndBytes) finish(E.left(tooLong))
    })
    stdin.once('end', whole)
    stdin.once('error', (error) => (codeOf(error) === 'EISDIR' ? finish(E.left(folder)) : whole()))
  })

const folder = 'stdin is a folder: a text is read from a file or a pipe.'

const lineEndBytes = 2

const inMiB = (bytes: number): string => `${bytes / 1024 / 1024} MiB`

/** The sentence about a text that no message can hold. */
export const tooLongText = (what: string): string =>
  `${what} too long for one message, which holds ${inMiB(limits.segmentBytesMax)}, ` +
  `or ${inMiB(limits.frameBytesMax)} as JSON: put it into a file and name the file.`

const tooLong = tooLongText('The text on stdin is')

const textIn = (bytes: Buffer): E.Either<string, string> => {
  if (!isUtf8(bytes)) return E.left('The text on stdin is not UTF-8.')
  const text = bytes.toString('utf8').replace(/\r?\n$/, '')
  return fitsMessage(text) ? E.right(text) : E.left(tooLong)
}

/** Whether one message may hold this text, and a line of the socket the message. */
export const fitsMessage = (text: string): boolean => {
  const segment = { kind: 'text', content: text } as const
  return !isOverlong(segment) && fitsFrame([segment])
}
