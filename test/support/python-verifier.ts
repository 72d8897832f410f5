import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** What the ten lines of docs/log-format.md say of a log: `intact whole` when all is well. */
export const pythonSays = async (path: string): Promise<string> => {
  const document = await readFile(new URL('../../../docs/log-format.md', import.meta.url), 'utf8')
  const script = /```python\n(.*?)```/s.exec(document)?.[1] ?? ''
  const { stdout } = await promisify(execFile)('python3', ['-c', script, path])
  return stdout.trim()
}
