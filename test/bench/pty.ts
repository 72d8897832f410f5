import { spawn } from '@lydell/node-pty'

/** A node program under a pseudo terminal, without an emulator that would take time of its own. */
export type PtyProgram = {
  readonly write: (keys: string) => void
  /** Resolves when the output since the start, or since `heard` last resolved, has this text. */
  readonly said: (text: string) => Promise<void>
  /** Resolves with the next output after this call. */
  readonly heard: () => Promise<string>
  readonly end: () => Promise<void>
}

const patienceMs = 30_000

/** Starts `node …argv` in a terminal of 80 by 24. */
export const startInPty = (
  argv: ReadonlyArray<string>,
  place: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): PtyProgram => {
  const env = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', LANG: 'C.UTF-8' }
  const pty = spawn(process.execPath, [...argv], {
    name: 'xterm-256color',
    cols: 80,
    rows: 24,
    cwd: place.cwd,
    env: { ...env, ...place.env },
  })
  let output = ''
  let hear: (text: string) => void = () => undefined
  pty.onData((text) => {
    output += text
    hear(text)
  })
  const gone = new Promise<void>((resolve) => pty.onExit(() => resolve()))
  const waited = <A>(begin: (done: (value: A) => void) => void, what: string): Promise<A> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`never ${what}:\n${output}`)), patienceMs)
      begin((value) => {
        clearTimeout(late)
        hear = () => undefined
        resolve(value)
      })
    })
  return {
    write: (keys) => pty.write(keys),
    heard: () => waited<string>((done) => (hear = done), 'heard'),
    said: (text) =>
      waited<void>((done) => {
        hear = () => (output.includes(text) ? done() : undefined)
        hear('')
      }, `said ${text}`),
    end: async () => {
      pty.kill('SIGKILL')
      await gone
    },
  }
}
