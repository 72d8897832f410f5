import type { LogProblem } from '../../domain/log/reading.js'

/**
 * A problem of a log in words: where it is, which record was due there, and what is wrong. Its code
 * is for programs.
 */
export const problemWords = ({ line, offset, seq, message }: LogProblem): string =>
  `line ${line}, byte ${offset}${seq === undefined ? '' : `, where record ${seq} was due`}: ${message}`
