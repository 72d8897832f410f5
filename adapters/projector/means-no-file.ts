import { codeOf } from '../node/code-of.js'

const codes: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'EACCES',
  'EPERM',
  'ENXIO',
  'NOT_A_FILE',
  'ESPIPE',
])

/**
 * Whether a call failed because no file that we may read lies at its path. Any other failure, of
 * the disk or for want of descriptors, says nothing about what lies there, so that nothing may be
 * concluded from it.
 */
export const meansNoFile = (error: unknown): boolean => codes.has(codeOf(error))

/** Whether a call failed because what lies at its path is closed to us: it may hold anything. */
export const meansClosed = (error: unknown): boolean =>
  codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM'

/** For a `catch`: nothing, when what lies there is closed to us; any other error is thrown on. */
export const noneIfClosed = (error: unknown): undefined => {
  if (!meansClosed(error)) throw error
}
