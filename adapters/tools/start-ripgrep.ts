import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts ripgrep; rejects when that is not possible. */
export const startRipgrep = async (args: ReadonlyArray<string>, cwd = '/') => {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    const child = spawn(rgPath, args, { cwd, env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
    await once(child, 'spawn')
    return child
  } catch (error) {
    // A new error without a code: the code would be read as one of the path that is searched.
    throw new Error(`ripgrep could not be started (${error}); run npm install to repair it`)
  }
}
