import { type ChildProcess, spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { limits } from '../../domain/limits.js'

/** A look at folders that another process takes, since a folder on a dead mount never answers. */
export type FolderLook = {
  /** Which of the folders are gone, as far as is known in time. To be called once, if at all. */
  readonly gone: (folders: ReadonlyArray<string>) => Promise<ReadonlySet<string>>
  /** Lets go of the process. */
  readonly close: () => void
}

/** Tests give their own script and deadline. */
export type FolderLookOptions = { readonly script?: string; readonly deadlineMs?: number }

/**
 * Starts the process, so that it is there by the time that the folders are known. What it has not
 * said at the deadline is not known, and no folder counts as gone for that. Never rejects.
 */
export const lookAtFolders = ({
  script = asks,
  deadlineMs = limits.folderLookMs,
}: FolderLookOptions = {}): FolderLook => {
  const child: ChildProcess = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // No shell, or one that ended early: then nothing is known.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  child.unref()
  return {
    gone: (folders) => answers(child, folders.filter(canBeAsked), deadlineMs),
    close: () => letGo(child),
  }
}

// One folder a line; a slash behind it makes a link count as what it leads to.
const asks = `while IFS= read -r folder; do
  [ -d "$folder/" ] || printf '%s\\n' "$folder"
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
