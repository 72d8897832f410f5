import { codeOf } from './code-of.js'

/** What a person can do about an error of writing, as the end of a sentence without its full stop. */
export const writeCure = (error: unknown): string => cures[codeOf(error) ?? ''] ?? 'check the disk'

const room = 'make room on its disk'
const rights = 'make its folder yours (chown) and writable (chmod 700)'
const inTheWay = 'take away what lies in its place'
const descriptors = 'close some programs, or allow more open files (ulimit -n)'

const cures: Readonly<Record<string, string>> = {
  ENOSPC: room,
  EDQUOT: room,
  EFBIG: `allow larger files (ulimit -f), or ${room}`,
  EACCES: rights,
  EPERM: rights,
  EROFS: 'make its file system writable',
  EMFILE: descriptors,
  ENFILE: descriptors,
  EEXIST: inTheWay,
  EISDIR: inTheWay,
  ENOTDIR: inTheWay,
  ENOENT: 'put back what is gone',
}
