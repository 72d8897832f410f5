import { readdirSync, readFileSync } from 'node:fs'
import { codeOf } from '../../adapters/node/code-of.js'

/** Pids of running processes whose environment holds the text; zombies do not count. */
export const processesWith = (text: string): ReadonlyArray<number> => pidsWith('environ', text)

/** Pids of running processes whose command line holds the text; zombies do not count. */
export const commandsWith = (text: string): ReadonlyArray<number> => pidsWith('cmdline', text)

/** Kills the running processes whose environment holds the text; one that ended meanwhile is fine. */
export const killAllWith = (text: string): void => {
  for (const pid of processesWith(text)) killOne(pid)
}

const killOne = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

const pidsWith = (file: 'environ' | 'cmdline', text: string): ReadonlyArray<number> =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && contentOf(`/proc/${name}/${file}`).includes(text))
    .map(Number)

const contentOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile, or it is not ours.
    return ''
  }
}
