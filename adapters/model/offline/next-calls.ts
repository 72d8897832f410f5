import type { Done } from './chat.js'
import type { OfflineCall } from './reply.js'
import type { Wish } from './wish.js'

/**
 * The calls that the wishes still need, given what was done: each thing once. An edit reads its
 * file first; a write that was refused because the file was not read reads it and tries again.
 */
export const nextCalls = (
  wishes: ReadonlyArray<Wish>,
  done: ReadonlyArray<Done>,
): ReadonlyArray<OfflineCall> => {
  const calls = wishes.flatMap((wish) => nextCall(wish, done))
  return calls.filter((call, index) => calls.findIndex((other) => isSame(other, call)) === index)
}

/** The call that fulfils a wish. */
export const callFor = (wish: Wish): OfflineCall => {
  switch (wish.kind) {
    case 'read':
      return { name: 'Read', input: { path: wish.file } }
    case 'list':
      return { name: 'Glob', input: { pattern: '*', ...pathOf(wish.folder) } }
    case 'find':
      return { name: 'Glob', input: { pattern: anywhere(wish.pattern) } }
    case 'search':
      return { name: 'Grep', input: { pattern: wish.pattern, ...pathOf(wish.where) } }
    case 'write':
      return { name: 'Write', input: { path: wish.file, content: wish.content } }
    case 'edit':
      return {
        name: 'Edit',
        input: { path: wish.file, old_string: wish.from, new_string: wish.to },
      }
    case 'run':
      return { name: 'Bash', input: { command: wish.command } }
  }
}

/** Whether a call, done or still to do, asks for the same as another. */
export const isSame = (
  a: Pick<OfflineCall, 'name' | 'input'>,
  b: Pick<OfflineCall, 'name' | 'input'>,
): boolean => a.name === b.name && sorted(a.input) === sorted(b.input)

const sorted = (input: object): string => JSON.stringify(Object.entries(input).toSorted())

const pathOf = (path: string | undefined): object => (path === undefined ? {} : { path })

// A name without a folder may lie in any.
const anywhere = (pattern: string): string => (pattern.includes('/') ? pattern : `**/${pattern}`)

const nextCall = (wish: Wish, done: ReadonlyArray<Done>): ReadonlyArray<OfflineCall> => {
  const call = callFor(wish)
  const tries = done.filter((it) => isSame(it, call))
  if (wish.kind === 'edit') return tries.length > 0 ? [] : afterRead(wish.file, call, done)
  if (wish.kind !== 'write' || tries.length === 0) return tries.length > 0 ? [] : [call]
  return tries.length === 1 && tries.every(wantsRead) ? afterRead(wish.file, call, done) : []
}

const afterRead = (
  file: string,
  call: OfflineCall,
  done: ReadonlyArray<Done>,
): ReadonlyArray<OfflineCall> => {
  const read = callFor({ kind: 'read', file })
  const last = done.findLast((it) => isSame(it, read))
  if (last === undefined) return [read]
  return last.ok ? [call] : []
}

const wantsRead = ({ ok, output }: Done): boolean => !ok && /\bread\b/i.test(output)
