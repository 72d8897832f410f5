import type { CommandIo } from './command.js'

/** The world of this process. stdin is opened when it is first asked for. */
export const processIo = (): CommandIo => ({
  env: process.env,
  cwd: workingFolder(),
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
})

// The folder may have been deleted under the shell; commands that need it will say so.
const workingFolder = (): string => {
  try {
    return process.cwd()
  } catch {
    return process.env['PWD'] ?? '/'
  }
}
