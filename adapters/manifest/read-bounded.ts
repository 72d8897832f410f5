import { isUtf8 } from 'node:buffer'
import * as E from 'fp-ts/lib/Either.js'
import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'
import { openRegular } from '../node/open-regular.js'
import { readUpTo } from '../node/read-up-to.js'

/** `text` undefined: there is no such file. `cutBytes`: what did not fit any more. */
export type BoundedText = { readonly text: string | undefined; readonly cutBytes: number }

/**
 * Reads at most the first `bytesMax` bytes of a text file, cut at a character, or says in words,
 * without the path, why not. Never waits for a pipe or a device, never rejects.
 */
export const readBounded = async (
  path: string,
  bytesMax: number,
): Promise<E.Either<string, BoundedText>> => {
  try {
    return textOf(await startOf(path, bytesMax))
  } catch (error) {
    return isMissing(error) ? E.right({ text: undefined, cutBytes: 0 }) : E.left(reasonOf(error))
  }
}

type Start = { readonly bytes: Buffer; readonly cutBytes: number }

const startOf = async (path: string, bytesMax: number): Promise<Start> => {
  const handle = await openRegular(path)
  try {
    const found = await handle.stat()
    const bytes = await readUpTo(handle, Math.min(found.size, bytesMax + 1))
    const end = bytes.length > bytesMax ? characterStart(bytes, bytesMax) : bytes.length
    return { bytes: bytes.subarray(0, end), cutBytes: Math.max(found.size, bytes.length) - end }
  } finally {
    await handle.close()
  }
}

const characterStart = (bytes: Buffer, at: number): number => {
  let start = at
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
  return start
}

const textOf = ({ bytes, cutBytes }: Start): E.Either<string, BoundedText> =>
  isUtf8(bytes)
    ? E.right({ text: bytes.toString('utf8'), cutBytes })
    : E.left('it is not UTF-8 text')

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

const reasonOf = (error: unknown): string => {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'you may not read it'
    case 'ELOOP':
      return 'its links lead in a circle'
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open'
    default:
      return messageOf(error)
  }
}
