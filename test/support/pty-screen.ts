import { spawn } from '@lydell/node-pty'
import unicode11 from '@xterm/addon-unicode11'
import headless from '@xterm/headless'
import { eventually } from './eventually.js'

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
  /** Waits for a fact as `eventually` does; rejects with the screen. */
  readonly until: (fact: () => boolean, what: string) => Promise<void>
  readonly shows: (text: string) => Promise<void>
  /** Resolves when the program has ended and the screen shows all that it wrote. */
  readonly exit: Promise<{ readonly exitCode: number; readonly signal?: number | undefined }>
}

export type PtyOptions = {
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

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
    name: env['TERM'] ?? 'xterm-256color',
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
    pty.onExit((end) => screen.write('', () => resolve(end))),
  )
  const lines = () =>
    Array.from({ length: screen.rows }, (_, row) => {
      const buffer = screen.buffer.active
      return buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? ''
    })
  const until = (fact: () => boolean, what: string) =>
    eventually(fact, () => `${what}\n${lines().join('\n')}`)
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
