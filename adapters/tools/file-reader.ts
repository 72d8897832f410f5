import { type FileHandle, lstat } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import type { FileReader } from '../../domain/ports.js'
import type { Scope } from '../../domain/scope/scope.js'
import { readUpTo } from '../node/read-up-to.js'
import { canonicalScope } from './canonical-scope.js'
import { cutAt } from './cut-text.js'
import { type FolderEntries, folderEntries } from './folder-entries.js'
import { fsReason } from './fs-sentence.js'
import { openPlace } from './open-place.js'
import { placeOf } from './place.js'

/** Where file references start, and what they may name. */
export type FileReaderOptions = { readonly cwd: string; readonly scope: Scope }

type FileReading = Awaited<ReturnType<FileReader['read']>>

/**
 * Reads what a Submit names, within scope: of a text file at most limits.fileRefBytesMax bytes, cut
 * between two characters; of a folder what lies in it, a name a line. Anything else is a sentence for
 * the person who named it. Never rejects.
 */
export const fileReader = ({ cwd, scope }: FileReaderOptions): FileReader => {
  const canonical = canonicalScope(scope)
  return {
    read: async (path) => {
      try {
        return await readReference(path, { cwd, scope: await canonical })
      } catch (error) {
        return refused(path, fsReason(error), 'correct the name, or leave the @ out')
      }
    },
  }
}

const readReference = async (path: string, setting: FileReaderOptions): Promise<FileReading> => {
  if (path === '' || path.includes('\0'))
    return { ok: false, message: 'Behind an @ there is no name of a file: leave the @ out.' }
  const place = await placeOf(path, 'read', setting)
  if (E.isLeft(place)) return { ok: false, message: place.left.content }
  const { real } = place.right
  const found = await lstat(real)
  if (found.isDirectory()) return listed(await folderEntries(real, setting.scope))
  if (!found.isFile()) return refused(path, 'is neither a file nor a folder', 'leave the @ out')
  const opened = await openPlace(place.right)
  return E.isLeft(opened)
    ? { ok: false, message: opened.left.content }
    : textOf(path, opened.right.handle)
}

const listed = ({ names, isCut }: FolderEntries): FileReading => ({
  ok: true,
  content: names.length === 0 ? '[nothing]' : names.join('\n'),
  truncated: isCut,
})

const textOf = async (path: string, handle: FileHandle): Promise<FileReading> => {
  const bytes = await readUpTo(handle, limits.fileRefBytesMax + 1).finally(() => handle.close())
  if (bytes.includes(0))
    return refused(
      path,
      'is a binary file',
      'leave the @ out, and the agent can work on it by name',
    )
  const end = cutAt(bytes, limits.fileRefBytesMax)
  return { ok: true, content: bytes.toString('utf8', 0, end), truncated: end < bytes.length }
}

const refused = (path: string, what: string, advice: string): FileReading => ({
  ok: false,
  message: `@${shown(path)} ${what}: ${advice}.`,
})

const shown = (path: string): string => (/[\s"]/.test(path) ? JSON.stringify(path) : path)
