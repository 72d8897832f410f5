import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../node/code-of.js'

/** Sends a signal to every process of a group; a group that is gone is no error. */
export const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal)
  } catch (error) {
    // ESRCH: nobody is left. EPERM: the rest belongs to somebody else; groupGone tells.
    if (codeOf(error) !== 'ESRCH' && codeOf(error) !== 'EPERM') throw error
  }
}

/** Waits until no process of the group runs; false when that is not so after `withinMs`. */
export const groupGone = async (group: number, withinMs: number): Promise<boolean> => {
  const end = performance.now() + withinMs
  let pauseMs = 4
  while (await isRunning(group)) {
    if (performance.now() >= end) return false
    await wait(Math.min(pauseMs, Math.max(1, end - performance.now())))
    pauseMs = Math.min(pauseMs * 2, 50)
  }
  return true
}

// A zombie still answers to signals, and a container's init may never reap it.
const isRunning = async (group: number): Promise<boolean> => {
  try {
    process.kill(-group, 0)
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
  return hasProc ? hasLiveMember(group) : true
}

const hasProc = existsSync('/proc/self/stat')

const hasLiveMember = async (group: number): Promise<boolean> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => statOf(pid)))
  return stats.some((stat) => isLiveMember(stat, group))
}

const statOf = (pid: string) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')

// `pid (name) state parent group …`; the name may hold anything, so fields count from its end.
const isLiveMember = (stat: string, group: number): boolean => {
  const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return itsGroup === String(group) && state !== 'Z' && state !== 'X'
}
