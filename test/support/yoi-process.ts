import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { eventually } from './eventually.js'
import { killAllWith, processesWith } from './processes.js'
import { mainFile } from './run-yoi.js'
import { tempHome } from './temp-home.js'

/** A home and a working folder of the test's own; every process that knows them ends with it. */
export type YoiWorld = {
  readonly t: ExecutionContext
  /** `HOME`; YOI_HOME and the working folder lie in it. */
  readonly home: string
  readonly yoiHome: string
  readonly work: string
  /** What the program finds in its environment, and nothing else. */
  readonly env: Readonly<Record<string, string>>
}

/** A run of the compiled program. */
export type YoiProcess = {
  readonly pid: number
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Waits for a fact as `eventually` does; rejects with what the program has said. */
  readonly until: (fact: () => boolean, what: string) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
  /** Resolves when it has ended and all that it said was read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
}

/** How the program is started; stdin is empty unless something else is said. */
export type YoiPlace = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: 'pipe' | 'ignore' | number
  /** Runs before the program, in the shell that becomes it: `umask 000`. */
  readonly shell?: string
}

/** A world that is taken down with the test: processes first, then files. */
export const yoiWorld = async (t: ExecutionContext): Promise<YoiWorld> => {
  const home = await tempHome(t)
  const yoiHome = join(home, 'y')
  const work = join(home, 'work')
  await mkdir(work)
  t.teardown(() => killAll(home))
  const path = process.env['PATH'] ?? ''
  const env = { PATH: path, LANG: 'C.UTF-8', HOME: home, YOI_HOME: yoiHome }
  return { t, home, yoiHome, work, env }
}

/** The processes of this world that run. */
export const processesOf = ({ home }: YoiWorld): ReadonlyArray<number> => processesWith(home)

/** Waits until no process of this world runs. */
export const allGone = (world: YoiWorld): Promise<void> =>
  eventually(
    () => processesOf(world).length === 0,
    () => `all gone; left: ${processesOf(world)}`,
  )

/** Starts `yoi …argv` in this world. */
export const startYoi = (
  world: YoiWorld,
  argv: ReadonlyArray<string>,
  place: YoiPlace = {},
): YoiProcess => {
  const { cwd = world.work, env = {}, stdin = 'ignore', shell } = place
  const command = [process.execPath, mainFile, ...argv]
  const [file = '', ...rest] =
    shell === undefined ? command : ['bash', '-c', `${shell}; exec "$@"`, 'bash', ...command]
  const stdio: StdioOptions = [stdin, 'pipe', 'pipe']
  return watched(spawn(file, rest, { cwd, env: { ...world.env, ...env }, stdio }))
}

/** Runs `yoi …argv` to its end. */
export const runYoiIn = async (
  world: YoiWorld,
  argv: ReadonlyArray<string>,
  place: YoiPlace = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> => {
  const yoi = startYoi(world, argv, place)
  const { code } = await yoi.ended
  return { code, stdout: yoi.stdout(), stderr: yoi.stderr() }
}

const watched = (child: ChildProcess): YoiProcess => {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8')
    child[name]?.on('data', (text: string) => (said[name] += text))
  }
  const ended = new Promise<Awaited<YoiProcess['ended']>>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    pid: child.pid ?? 0,
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    until: (fact, what) => eventually(fact, () => `${what}\n${said.stdout}\n${said.stderr}`),
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

// Again and again: one of them may have started another that was not there to be killed.
const killAll = (home: string): Promise<void> =>
  eventually(
    () => {
      killAllWith(home)
      return processesWith(home).length === 0
    },
    () => `all killed; left: ${processesWith(home)}`,
  )
