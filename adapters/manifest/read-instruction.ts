import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { limits } from '../../domain/limits.js'
import { isInstructionFile } from '../../domain/manifest/with-absolute-paths.js'
import { readBounded } from './read-bounded.js'

/**
 * The text of `worker.instruction`: the value itself, or the content of the file that it names. A
 * file that is missing, unreadable or over 256 KiB is an error in one sentence.
 */
export const readInstruction =
  (instruction: string): TaskEither<string, string> =>
  async () => {
    if (!isInstructionFile(instruction)) return E.right(instruction)
    const read = await readBounded(instruction, limits.instructionBytesMax)
    if (E.isLeft(read)) return refused(instruction, read.left)
    const { text, cutBytes } = read.right
    if (text === undefined) return refused(instruction, 'there is no such file')
    return cutBytes === 0
      ? E.right(text)
      : refused(instruction, `it is over ${limits.instructionBytesMax} bytes`)
  }

const refused = (path: string, reason: string) =>
  E.left(`The file ${path} of worker.instruction cannot be used: ${reason}.`)
