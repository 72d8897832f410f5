import type { Readable, Writable } from 'node:stream'

/** 0 ok, 1 refused or failed, 2 usage, 3 log not intact or not complete, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130

/** The world as a command sees it; tests pass their own. */
export type CommandIo = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** A terminal has a size. */
  readonly stdout: Writable & {
    readonly isTTY?: boolean
    readonly columns?: number
    readonly rows?: number
  }
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

/** One subcommand of `yoi`. `run` gets what follows the command's name and never rejects. */
export type Command = {
  readonly name: string
  /** One line for `yoi --help`. */
  readonly summary: string
  /** The whole text of `yoi <name> --help`. */
  readonly help: string
  readonly run: (argv: ReadonlyArray<string>, io: CommandIo) => Promise<ExitCode>
}

/** A command that is loaded when it is called, so that the others do not pay for it. */
export type CommandEntry = { readonly name: string; readonly load: () => Promise<Command> }
