import type { ToolContext } from '../../domain/ports.js'
import type { Scope } from '../../domain/scope/scope.js'
import type { Done } from './done.js'
import type { FilesSeen } from './files-seen.js'
import type { Alone } from './keyed-queue.js'

/** What every tool of one toolbox works with. */
export type ToolSetting = {
  /** The session's folder; relative paths start here. */
  readonly cwd: string
  /** With links resolved, see canonicalScope. */
  readonly scope: Scope
  readonly spillFolder: string
  /** Bytes of `content` for this tool. */
  readonly outputBytesMax: number
  /** Environment of commands, without secrets. */
  readonly env: Readonly<Record<string, string>>
  readonly shell: string
  readonly seen: FilesSeen
  /** Runs one piece of work at a time for each file. */
  readonly alone: Alone
}

/** One tool, its input already decoded. May reject with an error of the file system. */
export type Tool<Input> = (
  input: Input,
  setting: ToolSetting,
  context: ToolContext,
) => Promise<Done>
