import { fstatSync } from 'node:fs'

/** What standard input is; a terminal, a device and none at all are `other`. */
export const stdinKind = (): 'file' | 'pipe' | 'socket' | 'other' => {
  try {
    const stat = fstatSync(0)
    if (stat.isFile()) return 'file'
    if (stat.isFIFO()) return 'pipe'
    return stat.isSocket() ? 'socket' : 'other'
  } catch {
    // No standard input at all is the same as an empty one.
    return 'other'
  }
}
