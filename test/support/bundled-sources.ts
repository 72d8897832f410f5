import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files that a file of the bundle was made of, by their paths; of any other file itself. */
export const bundledSources = (file: string): ReadonlyArray<string> => {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const map = `${path}.map`
  if (!path.includes('/dist/bundle/') || !existsSync(map)) return [path]
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as {
    readonly sources: ReadonlyArray<string>
  }
  return sources.map((source) => resolve(path, '..', source).replace(/\.ts$/, '.js'))
}
