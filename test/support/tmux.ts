import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExecutionContext } from 'ava'
import { eventually } from './eventually.js'
import { tempHome } from './temp-home.js'

/** A program in a window of a tmux server of the test's own. */
export type TmuxScreen = {
  readonly lines: () => Promise<ReadonlyArray<string>>
  readonly shows: (text: string) => Promise<void>
  /** Keys by the names that tmux has for them. */
  readonly keys: (...names: ReadonlyArray<string>) => Promise<void>
  /** Pastes a file as a terminal does that knows about brackets. */
  readonly paste: (file: string) => Promise<void>
}

const run = promisify(execFile)

/** Whether there is a tmux on this machine. */
export const hasTmux = (): Promise<boolean> =>
  run('tmux', ['-V']).then(
    () => true,
    () => false,
  )

/** Starts `node …argv` in a window of this size; the server ends with the test. */
export const openTmux = async (
  t: ExecutionContext,
  argv: ReadonlyArray<string>,
  size: { readonly width: number; readonly height: number },
): Promise<TmuxScreen> => {
  // By a path, not by a name: a server that ends leaves its socket where names go.
  const socket = join(await tempHome(t), 'tmux')
  const env = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', TERM: 'xterm-256color' }
  const tmux = async (...args: ReadonlyArray<string>): Promise<string> =>
    (await run('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...args], { env })).stdout
  t.teardown(() => tmux('kill-server').catch(() => undefined))
  const program = [process.execPath, ...argv].map((word) => `'${word}'`).join(' ')
  const place = ['-x', String(size.width), '-y', String(size.height)]
  await tmux('new-session', '-d', ...place, program, ';', 'set', '-g', 'status', 'off')
  const lines = async () => (await tmux('capture-pane', '-p')).split('\n').slice(0, size.height)
  return {
    lines,
    shows: (text) =>
      eventually(
        async () => (await lines()).join('\n').includes(text),
        () => text,
      ),
    keys: async (...names) => void (await tmux('send-keys', ...names)),
    paste: async (file) => {
      await tmux('load-buffer', file)
      await tmux('paste-buffer', '-p')
    },
  }
}
