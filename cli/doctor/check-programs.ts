import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { messageOf } from '../../adapters/node/message-of.js'
import { ok, wrong, type Finding } from './finding.js'

const reinstall = 'run npm install again on this machine'

/** Whether ripgrep, which Grep and Glob stand on, runs here. */
export const checkRipgrep = async (): Promise<Finding> => {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    const { stdout } = await promisify(execFile)(rgPath, ['--version'], { timeout: 5000, env: {} })
    return ok('ripgrep', `${stdout.split('\n')[0]} runs.`)
  } catch (error) {
    return wrong('ripgrep', `ripgrep does not run (${firstLine(error)}): ${reinstall}.`)
  }
}

/** Whether the library of kernel locks, which guards sessions, has a form for this machine. */
export const checkLocks = async (): Promise<Finding> => {
  try {
    createRequire(import.meta.url)('fs-native-extensions')
    return ok('locks', 'Kernel locks can be used.')
  } catch (error) {
    return wrong('locks', `Kernel locks cannot be used (${firstLine(error)}): ${reinstall}.`)
  }
}

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0] ?? ''
