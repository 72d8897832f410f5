import type { LogProblem } from '../../domain/log/reading.js'

/** A problem of a log in words: where it is, and what is wrong there. Its code is for programs. */
export const problemWords = ({ line, offset, seq, message }: LogProblem): string =>
  `line ${line}, byte ${offset}${seq === undefined ? '' : `, record ${seq}`}: ${message}`
