import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Scripts are not compiled, so it lies where it was written.
const script = fileURLToPath(
  new URL('../../../test/bench/baselines/sqlite-append.py', import.meta.url),
)

/** What this machine lacks for a comparison with SQLite; undefined when it lacks nothing. */
export const lacksSqlite: string | undefined =
  spawnSync('python3', ['-c', 'import sqlite3']).status === 0
    ? undefined
    : 'there is no python3 with its sqlite3 module'

/** Commits to make, durable each: so many rows of so many bytes. */
export type Commits = {
  readonly path: string
  readonly rowBytes: number
  readonly rows: number
  readonly commits: number
}

/** The middle one of the milliseconds that these commits take in SQLite, WAL and FULL. */
export const sqliteCommitMs = async (asked: Commits): Promise<number> => {
  const { path, rowBytes, rows, commits } = asked
  const { stdout } = await promisify(execFile)('python3', [
    script,
    path,
    ...[rowBytes, rows, commits].map(String),
  ])
  return Number(stdout)
}
