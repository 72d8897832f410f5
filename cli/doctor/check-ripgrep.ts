import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { messageOf } from '../../adapters/node/message-of.js'
import { whenFilesRunOut } from '../../adapters/node/when-files-run-out.js'
import { type Finding, ok, wrong } from './finding.js'

/** Whether ripgrep, which Grep and Glob stand on, runs here. */
export const checkRipgrep = async (): Promise<Finding> => {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    const { stdout } = await promisify(execFile)(rgPath, ['--version'], { timeout: 5000, env: {} })
    return ok('ripgrep', `${stdout.split('\n')[0]} runs.`)
  } catch (error) {
    const words = messageOf(error)
    return wrong('ripgrep', `ripgrep does not run (${words}): ${whenFilesRunOut(words) ?? again}.`)
  }
}

const again = 'run npm install again on this machine'
