import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { LogProblem } from '../../domain/log/reading.js'

/** Whether there is a python3 to ask. */
export const hasPython = spawnSync('python3', ['--version']).status === 0

/** What the lines of docs/log-format.md say of a log: `intact whole` when all is well. */
export const pythonSays = async (path: string): Promise<string> =>
  (await pythonVerdicts([path]))[0] ?? ''

/** What they say of many logs; one process for all, in which each run sees its own path. */
export const pythonVerdicts = async (
  paths: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const each = 'import sys\nscript, *logs = sys.argv[1:]\nfor sys.argv[1] in logs: exec(script, {})'
  const { stdout } = await run('python3', ['-c', each, await printedScript(), ...paths], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.trim().split('\n')
}

const run = promisify(execFile)

/** The verifier as docs/log-format.md prints it: short enough to be checked by reading. */
export const printedScript = async (): Promise<string> => {
  const document = await readFile(new URL('../../../docs/log-format.md', import.meta.url), 'utf8')
  const script = /```python\n(.*?)```/s.exec(document)?.[1] ?? ''
  if (!script.includes('hashlib.sha256') || script.trim().split('\n').length > 12)
    throw new Error('docs/log-format.md has no verifier of twelve lines')
  return script
}

/** Our own verdict in the script's words. It checks all but what events say, and whose log it is. */
export const verdictInWords = (problems: ReadonlyArray<Pick<LogProblem, 'kind'>>): string => {
  const kinds = problems.map(({ kind }) => kind)
  const unseen: ReadonlyArray<LogProblem['kind']> = [
    'event_shape',
    'torn_tail',
    'other_session',
    'no_log',
  ]
  const holds = kinds.every((kind) => unseen.includes(kind))
  return `${holds ? 'intact' : 'NOT INTACT'} ${kinds.includes('torn_tail') ? 'torn tail' : 'whole'}`
}
