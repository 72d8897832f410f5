import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'lies below something that is not a folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be opened by the user that yoi runs as',
  EPERM: 'may not be changed by the user that yoi runs as',
  EROFS: 'lies on a read-only file system',
  ELOOP: 'leads through links that go in a circle or were changed just now',
  ENAMETOOLONG: 'has a name that is too long',
  ENOSPC: 'cannot be written: no space is left on the disk',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EFBIG: 'cannot be written: the file would be too large',
  EMFILE: 'cannot be opened: this process has too many files open; try again with fewer at once',
  ENFILE: 'cannot be opened: this machine has too many files open; try again later',
  EIO: 'cannot be read or written: the disk reports an error',
}

/** What an error of the file system says of a path, as the rest of a sentence, without its code. */
export const fsReason = (error: unknown): string =>
  reasons[codeOf(error) ?? ''] ?? `could not be used (${messageOf(error)})`

/** An error of the file system as one sentence about `path`. */
export const fsSentence = (path: string, error: unknown): string => {
  const code = codeOf(error)
  const reason = code === undefined ? undefined : reasons[code]
  const shown = JSON.stringify(path)
  if (reason !== undefined) return `${shown} ${reason} (${code}).`
  return `${shown} could not be used: ${messageOf(error)}.`
}
