import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ExecutionContext } from 'ava'

/** A child process of a test with its lines; ended with the test. */
export type Fixture = {
  readonly pid: number
  readonly child: ChildProcess
  /** The next line of its output; rejects when it ends before. */
  readonly line: () => Promise<string>
  readonly say: (text: string) => void
  readonly kill: (signal: NodeJS.Signals) => void
  /** Ends its input and waits for its end. */
  readonly end: () => Promise<void>
  /** Resolves when it has ended, however. */
  readonly ended: Promise<unknown>
}

/** The compiled file of a fixture in this folder's `fixtures`. */
export const fixturePath = (name: string): string =>
  fileURLToPath(new URL(`./fixtures/${name}.js`, import.meta.url))

/** Starts a fixture in a Node of its own; `env` is added to the environment. */
export const startFixture = (
  t: ExecutionContext,
  name: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Fixture => {
  const child = spawn(process.execPath, [fixturePath(name), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // One that died takes no more words; that it died is told by `line` and `ended`.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'exit')
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) kill('SIGKILL')
    await ended
  })
  return {
    pid: child.pid ?? 0,
    child,
    line: lineReader(createInterface(child.stdout)),
    say: (text) => void child.stdin.write(text),
    kill,
    end: async () => {
      child.stdin.end()
      await ended
    },
    ended,
  }
}

const lineReader = (lines: Interface): (() => Promise<string>) => {
  const iterator = lines[Symbol.asyncIterator]()
  return async () => {
    const next = await iterator.next()
    if (next.done === true) throw new Error('the process ended without a further line')
    return next.value
  }
}
