import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../limits.js'
import { commandNames } from './command-names.js'

/** A Pod's name: NFC, at most 255 bytes, fit to name a folder and to be a word of a command. */
export type PodName = string & { readonly __PodName: true }

/** Takes the text in its NFC form, or says in one sentence why it cannot name a Pod. */
export const podName = (text: string): E.Either<string, PodName> => {
  const fault = podNameFault(text)
  return fault === undefined
    ? E.right(text.normalize('NFC') as PodName)
    : E.left(`${quoted(text)} cannot be the name of a Pod: ${fault}.`)
}

/** Why the text cannot name a Pod, as the end of a sentence; undefined when it can. */
export const podNameFault = (text: string): string | undefined => {
  const name = text.normalize('NFC')
  const broken = rules.find(([isBroken]) => isBroken(name))?.[1]
  return broken ?? lengthFault(utf8Length(name))
}

/**
 * A free name made from the folder's own name: what a name may not hold becomes `-`, and `-2`, `-3`
 * … follows when the name is taken or belongs to a command. `yoi` when nothing is left of it.
 */
export const defaultPodName = (cwd: string, taken: ReadonlyArray<string>): PodName => {
  const base = baseName(cwd)
  const refused = new Set([...taken, ...commandNames])
  // Among one more candidates than there are refused names, one is free.
  const suffixes = Array.from({ length: refused.size + 1 }, (_, i) => (i === 0 ? '' : `-${i + 1}`))
  const candidates = suffixes.map((suffix) => suffixed(base, suffix))
  return (candidates.find((name) => !refused.has(name)) ?? base) as PodName
}

const rules: ReadonlyArray<readonly [(name: string) => boolean, string]> = [
  [(name) => name === '', 'it is empty'],
  [(name) => /\p{Surrogate}/u.test(name), 'it holds half of a character'],
  [(name) => /\p{Cc}/u.test(name), 'it holds a control character'],
  [(name) => name.includes('/'), 'it holds a "/"'],
  [(name) => name.startsWith('-'), 'it starts with "-"'],
  [(name) => name === '.' || name === '..', 'it means a folder'],
  [(name) => commandNames.includes(name), 'it is the name of a command'],
]

// In bytes, since a name is a folder's too; people count characters, so both numbers are said.
const lengthFault = (bytes: number): string | undefined =>
  bytes <= limits.podNameBytesMax
    ? undefined
    : `it has ${bytes} bytes in UTF-8, which is over ${limits.podNameBytesMax} bytes`

const quoted = (text: string): string => {
  const points = [...text]
  return JSON.stringify(points.length > 40 ? `${points.slice(0, 40).join('')}…` : text)
}

const baseName = (cwd: string): string => {
  const last = cwd.split('/').findLast((part) => part !== '') ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Surrogate}]/gu, '-')
    .normalize('NFC')
    .replace(/^-+/, '')
  return clean === '' || clean === '.' || clean === '..' ? 'yoi' : clean
}

const suffixed = (base: string, suffix: string): string =>
  `${clipped(base, limits.podNameBytesMax - suffix.length)}${suffix}`

const clipped = (text: string, bytesMax: number): string =>
  [...text].reduce(
    (sum, point) => {
      const bytes = sum.bytes + pointLength(point)
      return bytes > bytesMax ? { ...sum, bytes: Infinity } : { text: sum.text + point, bytes }
    },
    { text: '', bytes: 0 },
  ).text

const utf8Length = (text: string): number =>
  [...text].reduce((sum, point) => sum + pointLength(point), 0)

const pointLength = (point: string): number => {
  const code = point.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
