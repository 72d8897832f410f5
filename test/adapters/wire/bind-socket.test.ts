import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { type BoundSocket, bindSocket } from '../../../adapters/wire/bind-socket.js'
import { limits } from '../../../domain/limits.js'
import { eventually } from '../../support/eventually.js'
import { lineClient } from '../../support/line-client.js'
import { ownFolder, rawSocket, right, serveStand } from '../../support/wire-world.js'

const bindAt = (path: string, onConnection = (): void => undefined) =>
  bindSocket({ path, onConnection, onTrouble: () => undefined })()

const bound = async (t: ExecutionContext, path: string): Promise<BoundSocket> => {
  const socket = right(t, await bindAt(path))
  t.teardown(() => socket.release())
  return socket
}

const refusal = async (path: string): Promise<string> => {
  const result = await bindAt(path)
  return E.isLeft(result) ? result.left : 'it was bound'
}

const listening = (t: ExecutionContext, path: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(path, () => resolve(server))
    t.teardown(() => server.close())
  })

/** A socket file that nobody listens on, as a Pod leaves it that was killed. */
const leaveStale = async (t: ExecutionContext, path: string) => {
  const socket = right(t, await bindAt(`${path}.x`))
  const { linkSync } = await import('node:fs')
  linkSync(`${path}.x`, path)
  await socket.release()
  // A process that another test starts at this moment has it open until it becomes another program.
  await eventually(() => nobodyAnswers(path))
}

const nobodyAnswers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })

test('a socket that nobody listens on is replaced', async (t) => {
  const path = join(await ownFolder(t), 'sock')
  await leaveStale(t, path)
  t.true(lstatSync(path).isSocket())
  await bound(t, path)
  await rawSocket(t, path)
  t.is(statSync(path).mode & 0o777, 0o600)
})

test('a live socket is left alone and named in the refusal', async (t) => {
  const path = join(await ownFolder(t), 'sock')
  await bound(t, path)
  const before = lstatSync(path).ino
  const sentence = await refusal(path)
  t.true(
    sentence.startsWith(`The socket ${path} is in use by another process, as by a Pod `),
    sentence,
  )
  t.true(sentence.includes('take another Pod name, or set YOI_HOME'), sentence)
  t.is(lstatSync(path).ino, before)
  await rawSocket(t, path)
})

test('of two that bind at the same time one at most has the path, and the other is refused', async (t) => {
  const path = join(await ownFolder(t), 'sock')
  await leaveStale(t, path)
  const results = await Promise.all([bindAt(path), bindAt(path), bindAt(path)])
  for (const result of results) if (E.isRight(result)) t.teardown(() => result.right.release())
  t.is(results.filter(E.isRight).length, 1)
  await rawSocket(t, path)
})

const foreign: ReadonlyArray<readonly [string, (path: string) => void]> = [
  ['a plain file', (path) => writeFileSync(path, 'mine')],
  ['a folder', (path) => mkdirSync(path)],
  ['a dangling link', (path) => symlinkSync('/nowhere/at/all', path)],
]

for (const [what, put] of foreign) {
  test(`${what} at the path is left alone and refused`, async (t) => {
    const folder = await ownFolder(t)
    const path = join(folder, 'sock')
    put(path)
    const before = lstatSync(path).ino
    t.is(await refusal(path), `${path} is no socket; move it away, it is in the Pod's place.`)
    t.is(lstatSync(path).ino, before)
    t.deepEqual(readdirSync(folder), ['sock'])
  })
}

test('a path of the limit is served, one byte more is refused by its length in bytes', async (t) => {
  const folder = await ownFolder(t)
  const good = join(folder, 'x'.repeat(limits.socketPathBytesMax - folder.length - 1))
  await bound(t, good)
  await rawSocket(t, good)
  t.regex(await refusal(`${good}x`), /has 104 bytes, at most 103 are allowed/)
  t.regex(await refusal(join(folder, '日'.repeat(34))), /bytes, at most 103 are allowed/)
  t.deepEqual(readdirSync(folder).length, 1)
})

test('a folder under a file or under a dangling link is refused in a sentence', async (t) => {
  const folder = await ownFolder(t)
  writeFileSync(join(folder, 'file'), '')
  t.regex(
    await refusal(join(folder, 'file', 'pod', 'sock')),
    /part of its path is a file or a dead link/,
  )
  symlinkSync('/nowhere/at/all', join(folder, 'link'))
  t.regex(
    await refusal(join(folder, 'link', 'pod', 'sock')),
    /part of its path is a file or a dead link/,
  )
})

test('a folder that is shared with others is refused and keeps its mode', async (t) => {
  const before = statSync('/tmp').mode
  t.regex(await refusal('/tmp/yoi-wire-test.sock'), /^The folder \/tmp is shared with others/)
  t.is(statSync('/tmp').mode, before)
})

test('nothing but the socket stays in the folder', async (t) => {
  const path = join(await ownFolder(t), 'pod', 'sock')
  const socket = await bound(t, path)
  t.deepEqual(readdirSync(dirname(path)), ['sock'])
  await socket.release()
  t.deepEqual(readdirSync(dirname(path)), [])
})

test('the release leaves what another process put in the place of our socket', async (t) => {
  const path = join(await ownFolder(t), 'sock')
  const socket = await bound(t, path)
  rmSync(path)
  await listening(t, path)
  const theirs = lstatSync(path).ino
  await socket.release()
  t.is(lstatSync(path).ino, theirs)
  await rawSocket(t, path)
})

test('a vanished socket is made anew, with its folder, and the clients that were there stay', async (t) => {
  const path = join(await ownFolder(t), 'pod', 'sock')
  const sockets: unknown[] = []
  const socket = right(
    t,
    await bindSocket({
      path,
      onConnection: (one) => sockets.push(one),
      onTrouble: () => undefined,
    })(),
  )
  t.teardown(() => socket.release())
  const early = await rawSocket(t, path)
  rmSync(dirname(path), { recursive: true })
  t.is(await socket.renew(), undefined)
  t.is(statSync(path).mode & 0o777, 0o600)
  await rawSocket(t, path)
  t.false(early.destroyed)
  t.is(await socket.renew(), undefined, 'and is left alone while it is there')
  await socket.release()
  t.false(existsSync(path))
})

test('a socket that nobody could find any more is not made anew, nor its folder', async (t) => {
  const path = join(await ownFolder(t), 'home', 'sock')
  let isHome = true
  const socket = right(
    t,
    await bindSocket({
      path,
      onConnection: () => undefined,
      onTrouble: () => undefined,
      isWanted: () => isHome,
    })(),
  )
  t.teardown(() => socket.release())
  rmSync(path)
  t.is(await socket.renew(), undefined)
  t.true(existsSync(path))
  rmSync(dirname(path), { recursive: true })
  isHome = false
  t.is(await socket.renew(), undefined)
  t.false(existsSync(dirname(path)))
})

test('a socket that was replaced is not taken back, and that is said', async (t) => {
  const path = join(await ownFolder(t), 'sock')
  const socket = await bound(t, path)
  rmSync(path)
  writeFileSync(path, 'theirs')
  t.regex((await socket.renew()) ?? '', /^Something else lies at the socket path/)
})

test('a server that closes twice, or whose folder is gone, closes quietly', async (t) => {
  const stand = await serveStand(t)
  const client = await lineClient(t, stand.path)
  await client.waitFor('snapshot')
  rmSync(dirname(stand.path), { recursive: true })
  await stand.server.close()
  await stand.server.close()
  await client.closed
  t.deepEqual(stand.troubles, [])
})
