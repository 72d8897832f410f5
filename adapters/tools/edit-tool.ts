import * as E from 'fp-ts/lib/Either.js'
import type { EditInput } from '../../domain/tool/edit-input.js'
import { type Change, changeFile } from './change-file.js'
import { type Done, failed } from './done.js'
import { isCrlf, toCrlf } from './line-endings.js'
import { type Place, placeOf } from './place.js'
import { shortDiff } from './short-diff.js'
import type { Tool } from './tool-setting.js'

/** Edit: one text for another. Works on bytes, so that what is not UTF-8 stays as it was. */
export const editTool: Tool<EditInput> = async (input, setting) => {
  const place = await placeOf(input.path, 'write', setting)
  return E.isLeft(place)
    ? place.left
    : changeFile(place.right, editing(place.right, input), setting)
}

const editing =
  (place: Place, input: EditInput): Change =>
  (before) => {
    const shown = JSON.stringify(place.shown)
    if (before === undefined)
      return E.left(failed(`${shown} does not exist. Use Write to make it.`))
    const { from, to } = textsFor(before, input)
    const found = occurrences(before, from)
    const refusal = refusalOf(shown, input, found.length)
    if (refusal !== undefined) return E.left(refusal)
    const after = replaced(before, { found, length: from.length, to })
    return E.right({ after, done: described(shown, found.length, shortDiff(before, after)) })
  }

type Texts = { readonly from: Buffer; readonly to: Buffer }

// The model reads and writes LF; in a file whose lines all end in CR LF both texts get them too.
const textsFor = (before: Buffer, input: EditInput): Texts => {
  const adapt = isCrlf(before) ? toCrlf : (text: string) => text
  return { from: Buffer.from(adapt(input.old_string)), to: Buffer.from(adapt(input.new_string)) }
}

const occurrences = (bytes: Buffer, text: Buffer): ReadonlyArray<number> => {
  const found: number[] = []
  let at = bytes.indexOf(text)
  while (at !== -1) {
    found.push(at)
    at = bytes.indexOf(text, at + text.length)
  }
  return found
}

const refusalOf = (shown: string, input: EditInput, count: number): Done | undefined => {
  if (input.old_string === input.new_string)
    return failed('old_string and new_string are the same: nothing would change.')
  if (count === 0)
    return failed(
      `old_string does not occur in ${shown}. It must match exactly, also in spaces and tabs; ` +
        'read the place again.',
    )
  return count === 1 || input.replace_all === true
    ? undefined
    : failed(
        `old_string occurs ${count} times in ${shown}. Add lines around it until it occurs ` +
          'once, or set replace_all.',
      )
}

type Replacement = {
  readonly found: ReadonlyArray<number>
  readonly length: number
  readonly to: Buffer
}

const replaced = (bytes: Buffer, { found, length, to }: Replacement): Buffer => {
  const pieces = found.flatMap((at, index) => {
    const start = index === 0 ? 0 : (found[index - 1] ?? 0) + length
    return [bytes.subarray(start, at), to]
  })
  return Buffer.concat([...pieces, bytes.subarray((found.at(-1) ?? 0) + length)])
}

const described = (shown: string, count: number, diff: string): Done => ({
  outcome: 'ok',
  summary: count === 1 ? '1 change' : `${count} changes`,
  content: `Changed ${shown} in ${count === 1 ? 'one place' : `${count} places`}.\n${diff}`,
})
