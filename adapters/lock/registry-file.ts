import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { decode } from '../../domain/decode.js'
import { removeLeftTemps, writeAtomic } from '../node/write-atomic.js'
import { type PodEntry, RegistryFile } from './pod-entry.js'

/** A missing or empty file lists no Pods. The Left says why the file is not a registry. */
export const readRegistry = async (
  path: string,
): Promise<E.Either<string, ReadonlyArray<PodEntry>>> => {
  try {
    const text = await textOf(path)
    if (text === undefined) return E.left('it is not a file: move it away')
    return text.trim() === '' ? E.right([]) : parse(text)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? E.right([]) : E.left(message)
  }
}

// O_NONBLOCK, since a FIFO would be waited for until someone writes to it.
const textOf = async (path: string): Promise<string | undefined> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return (await handle.stat()).isFIFO() ? undefined : await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

const parse = (text: string): E.Either<string, ReadonlyArray<PodEntry>> =>
  pipe(
    E.tryCatch(
      (): unknown => JSON.parse(text),
      (error) => (error as Error).message,
    ),
    E.chain((json) => decode(RegistryFile, json)),
    E.map(({ pods }) => pods),
  )

/** Replaces the file whole and durably, 0600. Only under the guard. */
export const writeRegistry = async (path: string, pods: ReadonlyArray<PodEntry>): Promise<void> => {
  await removeLeftTemps(dirname(path))
  await writeAtomic(path, `${JSON.stringify({ format: 1, pods }, null, 2)}\n`, { sync: true })
}
