import type { FileHandle } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import type { FileReader } from '../../domain/ports.js'
import type { Scope } from '../../domain/scope/scope.js'
import { canonicalScope } from './canonical-scope.js'
import { cutAt } from './cut-text.js'
import { fsSentence } from './fs-sentence.js'
import { openPlace } from './open-place.js'
import { placeOf } from './place.js'

/** Where file references start, and what they may name. */
export type FileReaderOptions = { readonly cwd: string; readonly scope: Scope }

type FileReading = Awaited<ReturnType<FileReader['read']>>

/**
 * Reads files that a Submit names: text files within scope, at most limits.fileRefBytesMax bytes,
 * cut between two characters. Anything else is a sentence. Never rejects.
 */
export const fileReader = ({ cwd, scope }: FileReaderOptions): FileReader => {
  const canonical = canonicalScope(scope)
  return {
    read: async (path) => {
      try {
        return await readReference(path, { cwd, scope: await canonical })
      } catch (error) {
        return refused(fsSentence(path, error))
      }
    },
  }
}

const readReference = async (path: string, setting: FileReaderOptions): Promise<FileReading> => {
  if (path === '' || path.includes('\0')) return refused('A path is empty or holds a NUL.')
  const place = await placeOf(path, 'read', setting)
  if (E.isLeft(place)) return refused(place.left.content)
  const opened = await openPlace(place.right)
  if (E.isLeft(opened)) return refused(opened.left.content)
  const { handle } = opened.right
  const bytes = await firstBytes(handle, limits.fileRefBytesMax + 1).finally(() => handle.close())
  if (bytes.includes(0)) return refused(`${JSON.stringify(path)} is a binary file.`)
  const end = cutAt(bytes, limits.fileRefBytesMax)
  return { ok: true, content: bytes.toString('utf8', 0, end), truncated: end < bytes.length }
}

const refused = (message: string): FileReading => ({ ok: false, message })

const firstBytes = async (handle: FileHandle, count: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(count)
  let size = 0
  while (size < count) {
    const { bytesRead } = await handle.read(buffer, size, count - size, size)
    if (bytesRead === 0) break
    size += bytesRead
  }
  return buffer.subarray(0, size)
}
