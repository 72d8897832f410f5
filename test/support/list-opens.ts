import fs, { readFileSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as E from 'fp-ts/lib/Either.js'

// Runs `yoi sessions` as a process of its own and prints which files it opened or asked about, how
// many bytes it read, and what it printed: {calls, paths, bytesRead, output}. `calls` counts each call.
const paths: string[] = []

const noting =
  <A extends ReadonlyArray<unknown>, R>(call: (...args: A) => R) =>
  (...args: A): R => {
    paths.push(String(args[0]))
    return call(...args)
  }

const asked = ['open', 'readFile', 'stat', 'lstat', 'access', 'readdir', 'realpath'] as const
const world: { promises: Record<string, unknown>; sync: Record<string, unknown> } = {
  promises: fsPromises as unknown as Record<string, unknown>,
  sync: fs as unknown as Record<string, unknown>,
}
for (const name of asked) {
  world.promises[name] = noting(world.promises[name] as never)
  world.sync[`${name}Sync`] = noting(world.sync[`${name}Sync`] as never)
}
syncBuiltinESMExports()

const { sessionsCommand } = await import('../../cli/commands/sessions.js')
const { collectedIo } = await import('./collected-io.js')
const io = collectedIo({ env: process.env })
const rchar = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0)

paths.length = 0
const before = rchar()
await sessionsCommand(() => async () => E.right([])).run(process.argv.slice(2), io)
const bytesRead = rchar() - before
process.stdout.write(
  JSON.stringify({ calls: paths.length, paths: [...new Set(paths)], bytesRead, output: io.out() }),
)
