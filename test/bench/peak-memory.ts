import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { baselineFile } from './child.js'

/** What this machine lacks for figures of other processes; undefined when it lacks nothing. */
export const lacksProc: string | undefined = existsSync('/proc/self/smaps_rollup')
  ? undefined
  : 'the system has no /proc'

/**
 * Runs `node …argv` to its end, its output read and dropped, and gives the most memory that it held
 * at a time, in MiB. Rejects when it fails.
 */
export const peakMb = async (
  argv: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const child = spawn(process.execPath, ['--import', baselineFile('tell-peak'), ...argv], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  child.stdout?.resume()
  const [told, [code]] = await Promise.all([
    text(child.stdio[3] as Readable),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code !== 0) throw new Error(`node ${argv.join(' ')} ended with ${code}`)
  return Number(told) / 1024
}
