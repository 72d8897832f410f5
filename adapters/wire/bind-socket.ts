import { randomInt } from 'node:crypto'
import { chmod, link, lstat, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { codeOf } from '../node/code-of.js'
import { crashPoint } from '../node/crash-point.js'
import { clearSocketPath } from './clear-socket-path.js'
import { servingSentence } from './failure-sentence.js'

export type BindOptions = {
  readonly path: string
  readonly onConnection: (socket: Socket) => void
  /** A fault of the listening socket, in a sentence; it goes on listening. */
  readonly onTrouble: (sentence: string) => void
  /** Whether anybody could still learn of the path; where not, a file that vanished stays away. */
  readonly isWanted?: () => boolean
}

/** A socket that listens, and its file. Neither call ever rejects. */
export type BoundSocket = {
  /** Makes the file anew if it vanished; a sentence when new clients cannot reach us. */
  readonly renew: () => Promise<string | undefined>
  /** Takes the file away if it is still ours, and takes no more clients. */
  readonly release: () => Promise<void>
}

/**
 * Listens on a unix socket at `path`, 0600 in a folder of 0700. A socket that nobody listens on any
 * more is replaced. A live one, and anything else at the path, is left alone and refused.
 */
export const bindSocket = (options: BindOptions): TE.TaskEither<string, BoundSocket> =>
  pipe(
    () => bind(options),
    TE.map((listening) => boundSocket(options, listening)),
  )

type FileId = { readonly dev: bigint; readonly ino: bigint }
type Listening = { readonly server: Server; readonly file: FileId }

const bind = async (options: BindOptions): Promise<E.Either<string, Listening>> => {
  try {
    const refusal = await clearSocketPath(options.path)
    return refusal === undefined ? E.right(await listenAt(options)) : E.left(refusal)
  } catch (error) {
    return E.left(servingSentence(error, options.path))
  }
}

/**
 * The socket is bound beside its path and linked there. So nobody's file is ever overwritten, and
 * the system, which on closing removes the name that was bound, can remove nobody's file either.
 */
const listenAt = async (options: BindOptions): Promise<Listening> => {
  const { server, name } = await listenBeside(options)
  try {
    crashPoint('socket.bound')
    await chmod(name, 0o600)
    await link(name, options.path)
    crashPoint('socket.linked')
    return { server, file: await lstat(options.path, { bigint: true }) }
  } catch (error) {
    server.close()
    throw error
  } finally {
    await rm(name, { force: true })
  }
}

type Beside = { readonly server: Server; readonly name: string }

const listenBeside = async (options: BindOptions, triesLeft = 5): Promise<Beside> => {
  const name = join(dirname(options.path), shortName())
  try {
    return { server: await listen(options, name), name }
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE' || triesLeft === 0) throw error
    return listenBeside(options, triesLeft - 1)
  }
}

// Four bytes, as short as `sock`: the bound name has to fit into the system's limit as well.
const shortName = () =>
  `.${randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0')}`

const listen = (options: BindOptions, name: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, options.onConnection)
    server.once('error', reject)
    server.listen(name, () => {
      server.off('error', reject)
      server.on('error', sayThat(options))
      resolve(server)
    })
  })

const boundSocket = (options: BindOptions, first: Listening): BoundSocket => {
  let current = first
  return {
    renew: async () => {
      const there = await fileAt(options.path)
      if (there === undefined && options.isWanted?.() === false) return undefined
      if (there !== undefined)
        return sameFile(there, current.file) ? undefined : taken(options.path)
      const made = await bind(options)
      if (E.isLeft(made)) return made.left
      current.server.close()
      current = made.right
      return undefined
    },
    release: async () => {
      // While it is bound its inode cannot be given to another file, so the comparison is safe.
      const there = await fileAt(options.path)
      const ours = there !== undefined && sameFile(there, current.file)
      if (ours) await rm(options.path, { force: true }).catch(sayThat(options))
      current.server.close()
    },
  }
}

const sayThat = (options: BindOptions) => (error: unknown) =>
  options.onTrouble(servingSentence(error, options.path))

/** What is at the path. A folder that cannot be looked into counts as nothing there. */
const fileAt = (path: string): Promise<FileId | undefined> =>
  lstat(path, { bigint: true }).catch(() => undefined)

const sameFile = (a: FileId, b: FileId) => a.dev === b.dev && a.ino === b.ino

const taken = (path: string) =>
  `Something else lies at the socket path ${path} now; new clients cannot reach this Pod.`
