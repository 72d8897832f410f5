import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { mainFile } from '../support/run-yoi.js'

/** A program beside which ours is measured. */
export const baselineFile = (name: string): string =>
  fileURLToPath(new URL(`./baselines/${name}.js`, import.meta.url))

/** A program of ours that is measured from outside. */
export const programFile = (name: string): string =>
  fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url))

/** Runs `node file …argv` to its end, its output read and dropped; rejects when it fails. */
export const ranNode = async (
  argv: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const child = startNode(argv, env)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`node ${argv.join(' ')} ended with ${code}`)
}

/** Starts `node file …argv`; nothing of its output is lost to who listens at once. */
export const startNode = (
  argv: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): ChildProcess => {
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout?.resume()
  return child
}

/** Resolves when the child has written its first whole line; rejects when it ends before. */
export const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (text.includes('\n')) resolve(text)
    })
    child.once('close', (code) => reject(new Error(`it ended with ${code} before it was ready`)))
  })

/** Starts `yoi …argv` with everything of it under `home`. */
export const startYoi = (argv: ReadonlyArray<string>, home: string): ChildProcess =>
  startNode([mainFile, ...argv], { HOME: home, YOI_HOME: `${home}/yoi` })

/** Ends a child of ours and waits for it. */
export const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}
