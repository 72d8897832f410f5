import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { limits } from '../../domain/limits.js'
import { signalGroup } from './process-group.js'

/** How the shell ended. Both null when that could not be learnt. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** A command in a process group of its own. */
export type GuardedCommand = {
  readonly group: number
  readonly stdout: Readable
  readonly stderr: Readable
  readonly exit: Promise<Exit>
  /** Says that the group is gone; the guard leaves. Call it once, at the end. */
  readonly release: () => void
}

export type CommandSetting = {
  readonly shell: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Starts `shell -c command` in a new process group, with nothing on stdin. A guard, a shell of its
 * own that holds a pipe from this process, ends the group when this process dies in whatever way;
 * the command waits until the guard knows its group. Rejects when one of the two cannot be started.
 */
export const startGuarded = async (
  command: string,
  setting: CommandSetting,
): Promise<GuardedCommand> => {
  const guard = spawn('/bin/sh', ['-c', guardScript, 'yoi-guard'], {
    cwd: '/',
    env: { PATH: setting.env['PATH'] ?? '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  try {
    await once(guard, 'spawn')
    return await startWatched(command, setting, guard.stdin)
  } catch (error) {
    guard.kill('SIGKILL')
    throw error
  }
}

// The first line names the group, the second says that all is over. Without it the Pod died.
const guardScript = `trap '' HUP INT TERM
read -r group || exit 0
read -r over && exit 0
kill -s TERM -- "-$group"
sleep ${Math.ceil(limits.killAfterTermMs / 1000)}
kill -s KILL -- "-$group"`

// Waits for the word on descriptor 3, then becomes the shell; without it the Pod died before.
const startScript = 'read -r go <&3 || exit 1; exec "$1" -c "$2" 3<&-'

const startWatched = async (
  command: string,
  setting: CommandSetting,
  guard: Writable,
): Promise<GuardedCommand> => {
  const child = spawn('/bin/sh', ['-c', startScript, 'yoi-start', setting.shell, command], {
    cwd: setting.cwd,
    env: setting.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const exit = exitOf(child)
  await once(child, 'spawn')
  const group = child.pid ?? 0
  await tell(guard, `${group}\n`).catch((error: unknown) => {
    signalGroup(group, 'SIGKILL')
    throw error
  })
  const leash = child.stdio[3] as Writable
  leash.on('error', () => undefined)
  leash.end('go\n')
  const release = () => guard.end('over\n')
  return {
    group,
    stdout: child.stdout as Readable,
    stderr: child.stderr as Readable,
    exit,
    release,
  }
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })

const tell = (stream: Writable, line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(line, (error) => (error ? reject(error) : resolve()))
  })
