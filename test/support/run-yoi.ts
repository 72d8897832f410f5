import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../', import.meta.url))

const mtimeMs = (file: string): number =>
  statSync(dist + file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The program that people start; when nobody bundled what was compiled last, its modules. */
export const mainFile: string =
  dist + (mtimeMs('bundle/main.js') > mtimeMs('.tsbuildinfo') ? 'bundle/main.js' : 'cli/main.js')

/** What a run of the program came to. */
export type Run = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `node main.js …argv` to its end in an environment of its own: `HOME` and `YOI_HOME` only. */
export const runYoi = (
  argv: ReadonlyArray<string>,
  place: { readonly home: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Run> => finished(spawn(process.execPath, [mainFile, ...argv], optionsOf(place)))

/** Runs a shell line in which `$YOI` is the program. */
export const runShell = (
  line: string,
  place: { readonly home: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Run> => {
  const { cwd, env } = optionsOf(place)
  const YOI = `${process.execPath} ${mainFile}`
  return finished(
    spawn('bash', ['-c', line], { cwd, env: { ...env, PATH: process.env['PATH'], YOI } }),
  )
}

const optionsOf = ({ home, env = {} }: { readonly home: string; readonly env?: object }) => ({
  cwd: home,
  env: { HOME: home, YOI_HOME: `${home}/yoi`, ...env },
})

const finished = (child: ReturnType<typeof spawn>): Promise<Run> =>
  new Promise((resolve, reject) => {
    const out: Array<Buffer> = []
    const err: Array<Buffer> = []
    child.stdin?.end()
    child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const stdout = Buffer.concat(out).toString('utf8')
      resolve({ code, signal, stdout, stderr: Buffer.concat(err).toString('utf8') })
    })
  })
