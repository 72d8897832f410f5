import { dirname } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { decode } from '../../domain/decode.js'
import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'
import { readRegular } from '../node/open-regular.js'
import { removeLeftTemps, writeAtomic } from '../node/write-atomic.js'
import { type PodEntry, RegistryFile } from './pod-entry.js'

/** A missing or empty file lists no Pods. The Left says why the file is not a registry. */
export const readRegistry = async (
  path: string,
): Promise<E.Either<string, ReadonlyArray<PodEntry>>> => {
  try {
    const text = await readRegular(path)
    return text.trim() === '' ? E.right([]) : parse(text)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? E.right([]) : E.left(messageOf(error))
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
