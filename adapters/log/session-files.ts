import { type Stats, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { SessionId } from '../../domain/ids.js'
import { codeOf } from '../node/code-of.js'
import { messageOf } from '../node/message-of.js'
import { writeCure } from '../node/write-cure.js'

/** A session's log as the folder shows it. */
export type SessionFile = {
  readonly session: SessionId
  readonly path: string
  readonly mtimeMs: number
  readonly sizeBytes: number
}

/** The folder cannot be listed; `message` is one sentence. */
export type ListFailure = { readonly code: 'unreadable'; readonly message: string }

/** No session, or more than one, has this name; `message` is one sentence that lists those. */
export type UnknownSession = { readonly code: 'unknown_session'; readonly message: string }

/**
 * The session files of a folder, last written first; none when the folder is missing. Opens no
 * file. Whatever is not named `<uuid>.jsonl` is left out, but nothing that has such a name: what is
 * no file, or is closed to us, is told as that by whoever reads it.
 */
export const sessionFiles =
  (folder: string): TaskEither<ListFailure, ReadonlyArray<SessionFile>> =>
  async () => {
    const names = await namesIn(folder)
    if (E.isLeft(names)) return names
    const files = names.right.flatMap((name) => sessionFile(folder, name))
    return E.right(files.sort(byLastWrite))
  }

const byLastWrite = (a: SessionFile, b: SessionFile): number =>
  b.mtimeMs - a.mtimeMs || (a.session < b.session ? 1 : -1)

const namesIn = async (folder: string): Promise<E.Either<ListFailure, ReadonlyArray<string>>> => {
  try {
    return E.right(await readdir(folder))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return E.right([])
    const reason = messageOf(error)
    const message = `The sessions in ${folder} cannot be listed (${reason}): ${writeCure(error)}.`
    return E.left({ code: 'unreadable', message })
  }
}

// Synchronous: thousands of these take a tenth of the time that they take on the thread pool.
const sessionFile = (folder: string, name: string): ReadonlyArray<SessionFile> => {
  const session = sessionOf(name)
  if (session === undefined) return []
  // Not joined: that takes apart what was put together, and there are thousands.
  const path = `${folder}${sep}${name}`
  const found = statOf(path)
  // Whoever reads it says what is wrong.
  if (found === 'closed') return [{ session, path, mtimeMs: 0, sizeBytes: 0 }]
  if (found === undefined) return []
  return [{ session, path, mtimeMs: found.mtimeMs, sizeBytes: found.isFile() ? found.size : 0 }]
}

// Gone meanwhile, or a link that leads nowhere: one bad entry must not hide the others.
const statOf = (path: string): Stats | 'closed' | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return codeOf(error) === 'EACCES' ? 'closed' : undefined
  }
}

const suffix = '.jsonl'

const sessionOf = (name: string): SessionId | undefined => {
  const id = name.slice(0, -suffix.length)
  return name.endsWith(suffix) && SessionId.is(id) ? id : undefined
}

/** The session with this id, or the only one whose id has this part in it. */
export const findSession =
  (folder: string, part: string): TaskEither<UnknownSession, SessionFile> =>
  async () => {
    const files = await sessionFiles(folder)()
    if (E.isLeft(files)) return unknown(files.left.message)
    const wanted = part.trim().toLowerCase()
    const exact = files.right.find(({ session }) => session === wanted)
    const found = files.right.filter(({ session }) => wanted !== '' && session.includes(wanted))
    const only = exact ?? (found.length === 1 ? found[0] : undefined)
    return only === undefined ? unknown(describe(part, folder, found)) : E.right(only)
  }

const unknown = (message: string): E.Either<UnknownSession, never> =>
  E.left({ code: 'unknown_session', message })

const describe = (part: string, folder: string, found: ReadonlyArray<SessionFile>): string => {
  if (found.length === 0)
    return `No session in ${folder} is named ${JSON.stringify(part)}; \`yoi sessions\` lists them.`
  return severalNamed(
    part,
    found.map(({ session }) => session),
  )
}

const candidatesShown = 10

/** One sentence on a part of an id that several sessions have; `which` says more of all of them. */
export const severalNamed = (
  part: string,
  sessions: ReadonlyArray<SessionId>,
  which = '',
): string => {
  const shown = sessions.slice(0, candidatesShown)
  const more = sessions.length - shown.length
  const list = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `${JSON.stringify(part)} could be any of ${list}${which}; give a longer part of the id.`
}
