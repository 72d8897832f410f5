import { access } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import type { WriteInput } from '../../domain/tool/write-input.js'
import { codeOf } from '../node/code-of.js'
import { type Change, changeFile } from './change-file.js'
import { type Done, failed } from './done.js'
import { isCrlf, toCrlf } from './line-endings.js'
import { type Place, placeOf } from './place.js'
import { shortDiff } from './short-diff.js'
import type { Tool } from './tool-setting.js'

/** Write: a whole file. The line ends of an existing CR LF file are kept. */
export const writeTool: Tool<WriteInput> = async (input, setting) => {
  const place = await placeOf(input.path, 'write', setting)
  if (E.isLeft(place)) return place.left
  if (await losesFolder(place.right, setting.cwd))
    return failed(`The session folder ${JSON.stringify(setting.cwd)} is gone (ENOENT).`)
  return changeFile(place.right, writing(place.right, input.content), setting)
}

// Missing folders are made, but the session's own was deleted by somebody who wanted it gone.
const losesFolder = async ({ shown }: Place, cwd: string): Promise<boolean> => {
  if (!shown.startsWith(cwd.endsWith('/') ? cwd : `${cwd}/`)) return false
  return access(cwd).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  )
}

const writing =
  (place: Place, content: string): Change =>
  (before) => {
    const keepsCrlf = before !== undefined && isCrlf(before) && !content.includes('\r')
    const after = Buffer.from(keepsCrlf ? toCrlf(content) : content)
    return E.right({ after, done: described(place, before, after) })
  }

const described = (place: Place, before: Buffer | undefined, after: Buffer): Done => {
  const lines = countLines(after)
  const size = `${lines} ${lines === 1 ? 'line' : 'lines'}, ${after.length} ${after.length === 1 ? 'byte' : 'bytes'}`
  const shown = JSON.stringify(place.shown)
  if (before === undefined)
    return { outcome: 'ok', summary: `new, ${size}`, content: `Created ${shown} (${size}).` }
  const diff = before.equals(after) ? 'Nothing is different.' : shortDiff(before, after)
  return { outcome: 'ok', summary: size, content: `Wrote ${shown} (${size}).\n${diff}` }
}

const countLines = (bytes: Buffer): number => {
  const text = bytes.toString('latin1')
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
