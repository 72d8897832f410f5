import { type ChildProcess, spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { limits } from '../../domain/limits.js'

/** A look at folders that another process takes, since a folder on a dead mount never answers. */
export type FolderLook = {
  /** Which of the folders are so, as far as is known in time. To be called once, if at all. */
  readonly found: (folders: ReadonlyArray<string>) => Promise<ReadonlySet<string>>
  /** Lets go of the process. */
  readonly close: () => void
}

/** What to ask of each folder; tests give their own script and deadline. */
export type FolderLookOptions = {
  readonly script: string
  /** What the script finds as `$1`. */
  readonly argument?: string
  readonly deadlineMs?: number
}

/**
 * Starts a shell, so that it is there by the time that the folders are known. It reads a folder a
 * line and writes those that are as asked for. What it has not said at the deadline is not known.
 * Never rejects.
 */
export const lookAtFolders = ({
  script,
  argument = '',
  deadlineMs = limits.folderLookMs,
}: FolderLookOptions): FolderLook => {
  const child: ChildProcess = spawn('/bin/sh', ['-c', script, 'sh', argument], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // No shell, or one that ended early: then nothing is known.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  child.unref()
  return {
    found: (folders) => answers(child, folders.filter(canBeAsked), deadlineMs),
    close: () => letGo(child),
  }
}

/** Looks for folders that are gone. */
export const lookForGone = (): FolderLook => lookAtFolders({ script: goneScript })

/** A slash behind the folder makes a link count as what it leads to. */
export const goneScript = `while IFS= read -r folder; do
  [ -d "$folder/" ] || printf '%s\\n' "$folder"
done`

/** Looks for folders that are this one by another path. */
export const lookForSame = (folder: string): FolderLook =>
  lookAtFolders({ script: sameScript, argument: folder, deadlineMs: limits.sameFolderMs })

const sameScript = `while IFS= read -r folder; do
  [ "$folder/" -ef "$1" ] && printf '%s\\n' "$folder"
done`

// Foreign logs may name anything. A path that is longer cannot be asked for at all.
const canBeAsked = (folder: string): boolean =>
  isAbsolute(folder) && Buffer.byteLength(folder) < pathBytesMax && !/[\n\0]/.test(folder)
const pathBytesMax = 4096

const answers = async (
  { stdin, stdout }: ChildProcess,
  folders: ReadonlyArray<string>,
  deadlineMs: number,
): Promise<ReadonlySet<string>> => {
  if (folders.length === 0 || !stdin || !stdout) return new Set()
  const said: Buffer[] = []
  const ended = new Promise<void>((resolve) => {
    setTimeout(resolve, deadlineMs).unref()
    stdout.on('data', (bytes: Buffer) => said.push(bytes))
    stdout.once('close', resolve)
  })
  stdin.end(folders.map((folder) => `${folder}\n`).join(''))
  await ended
  const lines = Buffer.concat(said).toString('utf8').split('\n')
  // What follows the last newline is not a whole answer.
  return new Set(lines.slice(0, -1).filter((line) => line !== ''))
}

// A process that hangs in the kernel ends when the kernel lets it; nobody waits for that.
const letGo = (child: ChildProcess): void => {
  child.kill('SIGKILL')
  child.stdin?.destroy()
  child.stdout?.destroy()
}
