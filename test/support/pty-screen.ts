import { spawn } from '@lydell/node-pty'
import unicode11 from '@xterm/addon-unicode11'
import headless from '@xterm/headless'

/** A program under a pseudo terminal, with the screen that a person would see. */
export type PtyScreen = {
  readonly pid: number
  /** All bytes that the program has written. */
  readonly output: () => string
  readonly lines: () => ReadonlyArray<string>
  readonly text: () => string
  readonly cursor: () => { readonly x: number; readonly y: number }
  readonly isAlternate: () => boolean
  readonly modes: () => {
    readonly mouse: string
    readonly bracketedPaste: boolean
    readonly wrap: boolean
  }
  readonly write: (text: string) => void
  readonly resize: (columns: number, rows: number) => void
  readonly kill: (signal: string) => void
  /** Closes the terminal under the program. */
  readonly hangUp: () => void
  /** Resolves when the fact holds; rejects with the screen after a minute. */
  readonly until: (fact: () => boolean, what: string) => Promise<void>
  readonly shows: (text: string) => Promise<void>
  readonly exit: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>
}

export type PtyOptions = {
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

const patienceMs = 60_000

export const openPty = (
  file: string,
  args: ReadonlyArray<string>,
  options: PtyOptions = {},
): PtyScreen => {
  const { columns = 80, rows = 24, env = {}, cwd = process.cwd() } = options
  const screen = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
  screen.loadAddon(new unicode11.Unicode11Addon())
  screen.unicode.activeVersion = '11'
  const pty = spawn(file, [...args], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
  })
  const bytes: string[] = []
  pty.onData((data) => {
    bytes.push(data)
    screen.write(data)
  })
  screen.onData((data) => pty.write(data))
  const exit = new Promise<{ exitCode: number; signal?: number | undefined }>((resolve) =>
    pty.onExit(resolve),
  )
  const lines = () =>
    Array.from({ length: screen.rows }, (_, row) => {
      const buffer = screen.buffer.active
      return buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? ''
    })
  const until = async (fact: () => boolean, what: string) => {
    const end = performance.now() + patienceMs
    while (!fact()) {
      if (performance.now() > end) throw new Error(`never: ${what}\n${lines().join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    pid: pty.pid,
    output: () => bytes.join(''),
    lines,
    text: () => lines().join('\n'),
    cursor: () => ({ x: screen.buffer.active.cursorX, y: screen.buffer.active.cursorY }),
    isAlternate: () => screen.buffer.active.type === 'alternate',
    modes: () => ({
      mouse: screen.modes.mouseTrackingMode,
      bracketedPaste: screen.modes.bracketedPasteMode,
      wrap: screen.modes.wraparoundMode,
    }),
    write: (text) => pty.write(text),
    resize: (newColumns, newRows) => {
      screen.resize(newColumns, newRows)
      pty.resize(newColumns, newRows)
    },
    kill: (signal) => pty.kill(signal),
    hangUp: () => (pty as unknown as { destroy: () => void }).destroy(),
    until,
    shows: (text) => until(() => lines().join('\n').includes(text), `the screen shows ${text}`),
    exit,
  }
}
