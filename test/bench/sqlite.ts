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

/** What a commit took: the mean has those that move rows from the WAL into the database too. */
export type CommitMs = { readonly p50: number; readonly mean: number }

/** The middle one and the mean of the milliseconds that these commits take in SQLite, WAL and FULL. */
export const sqliteCommitMs = async (asked: Commits): Promise<CommitMs> => {
  const { path, rowBytes, rows, commits } = asked
  const { stdout } = await promisify(execFile)('python3', [
    script,
    path,
    ...[rowBytes, rows, commits].map(String),
  ])
  const [p50 = Number.NaN, mean = Number.NaN] = stdout.split(' ').map(Number)
  return { p50, mean }
}
