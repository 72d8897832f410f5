import { AsyncLocalStorage } from 'node:async_hooks'
import fsPromises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { type QuickFile, quickFiles } from '../../adapters/node/quick-files.js'

/**
 * Asked before each call of `node:fs/promises` and of `quickFiles` that names a path, and in the
 * middle of each write of a whole file, then with its handle. What it throws is the failure of the call; while it waits,
 * the call does.
 */
export type FileCalls = (call: string, path: string, handle?: OpenFile) => unknown

type OpenFile = FileHandle | QuickFile

const calls = new AsyncLocalStorage<FileCalls>()

/** Does some work, and asks `ask` about each of its file calls; other work goes on unasked. */
export const underFileCalls = <A>(ask: FileCalls, work: () => Promise<A>): Promise<A> =>
  calls.run(ask, work)

/** The failure that the system gives with this code. */
export const systemError = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: injected`), { code })

/** Dies at the `n`-th call from 0, as by SIGKILL: that call and all behind it never come back. */
export const dyingAt = (n: number) => {
  let made = 0
  let isDead = false
  let tell: () => void = () => undefined
  const died = new Promise<'died'>((resolve) => (tell = () => resolve('died')))
  const ask: FileCalls = async (_call, _path, handle) => {
    isDead ||= made === n
    made += 1
    if (!isDead) return
    await handle?.close()
    tell()
    await new Promise(() => undefined)
  }
  return { ask, died }
}

/** Fails the `n`-th call from 0 with `code`; the others work. */
export const failingAt = (n: number, code: string) => {
  let made = 0
  const ask: FileCalls = () => {
    made += 1
    if (made === n + 1) throw systemError(code)
  }
  return { ask, hasFailed: () => made > n }
}

type AnyCall = (...args: ReadonlyArray<unknown>) => Promise<unknown>

const asked =
  (name: string, call: AnyCall): AnyCall =>
  async (...args) => {
    const ask = calls.getStore()
    if (ask === undefined) return call(...args)
    await ask(name, String(args[0]))
    const given = await call(...args)
    return name === 'open' ? inHalves(given as OpenFile, { ask, path: String(args[0]) }) : given
  }

// The handle itself, so that what it can do stays; only writing a whole file stops half-way to ask.
const inHalves = (
  handle: OpenFile,
  { ask, path }: { readonly ask: FileCalls; readonly path: string },
): OpenFile => {
  const write: QuickFile['writeFile'] = handle.writeFile.bind(handle)
  const writeFile = async (content: unknown): Promise<void> => {
    const bytes = Buffer.from(content as Uint8Array)
    const half = Math.floor(bytes.length / 2)
    await write(bytes.subarray(0, half))
    await ask('writeFile', path, handle)
    await write(bytes.subarray(half))
  }
  return Object.assign(handle, { writeFile })
}

const table = fsPromises as unknown as Record<string, AnyCall>
for (const name of [
  'open',
  'readFile',
  'stat',
  'readdir',
  'mkdir',
  'chmod',
  'rename',
  'rm',
  'rmdir',
])
  table[name] = asked(name, table[name] as AnyCall)
syncBuiltinESMExports()

const quick = quickFiles as unknown as Record<string, AnyCall>
for (const name of ['open', 'stat']) quick[name] = asked(name, quick[name] as AnyCall)
