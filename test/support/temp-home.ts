import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { removeFolder } from './remove-folder.js'

/** A folder of the test's own, without links in its path; gone when the test ends. */
export const tempHome = async (t: ExecutionContext): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'yoi-test-')))
  t.teardown(() => removeFolder(folder))
  return folder
}

/** Writes a file and the folders above it; gives back its path. */
export const put = async (path: string, content: string | Uint8Array): Promise<string> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}
