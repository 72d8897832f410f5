import type { Writable } from 'node:stream'
import type { ExitCode } from './command.js'

/**
 * Resolves when stdout takes nothing more: with `readerGone`, quietly, when its reader has gone
 * (`| head -1`), else with 1 after saying why. Errors of stderr are ignored, for there is nobody left
 * to tell.
 */
export const outputFailure = (
  stdout: Writable,
  stderr: Writable,
  readerGone: ExitCode = 0,
): Promise<ExitCode> => {
  stderr.on('error', () => undefined)
  return new Promise((resolve) => {
    // Each write fails for itself; the first failure says it all.
    stdout.on('error', () => undefined)
    stdout.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return resolve(readerGone)
      stderr.write(`yoi: the output cannot be written: ${error.message}\n`)
      return resolve(1)
    })
  })
}

/** Resolves when everything written so far has left the process, or never will. */
export const drained = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve())
  })
