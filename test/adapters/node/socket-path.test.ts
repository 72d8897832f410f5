import { chmod, chown, lstat, mkdir, stat, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { socketPathFor, socketPathOf } from '../../../adapters/node/socket-path.js'
import { type PodName, podName } from '../../../domain/manifest/pod-name.js'
import { put, tempHome } from '../../support/temp-home.js'

const pod = (text: string): PodName => {
  const named = podName(text)
  if (E.isLeft(named)) throw new Error(named.left)
  return named.right
}

const machine = async (t: ExecutionContext, home = 'h') => {
  const root = await tempHome(t)
  return { root, short: join(root, 's'), paths: pathsFrom({ YOI_HOME: join(root, home) }) }
}

const pathOf = (result: E.Either<string, string>): string => {
  if (E.isLeft(result)) throw new Error(result.left)
  return result.right
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('a short name has its socket in its own folder, closed to others', async (t) => {
  const { paths, short } = await machine(t)
  const path = pathOf(await socketPathFor(paths, pod('tidy'), short)())
  t.is(path, join(paths.run, 'tidy', 'sock'))
  t.is(await modeOf(paths.run), '700')
  t.is(await modeOf(join(paths.run, 'tidy')), '700')
  await t.throwsAsync(lstat(short), { code: 'ENOENT' })
})

const long: ReadonlyArray<readonly [title: string, home: string, name: string]> = [
  ['a name of 255 bytes', 'h', 'x'.repeat(255)],
  ['85 kanji', 'h', '漢'.repeat(85)],
  ['a home of 100 bytes', 'h'.repeat(100), 'tidy'],
  ['a home of 33 kanji, which is short in characters only', '家'.repeat(33), 'tidy'],
]

for (const [title, home, name] of long) {
  test(`${title} goes to the short folder, and a server can listen there`, async (t) => {
    const { paths, short } = await machine(t, home)
    const path = pathOf(await socketPathFor(paths, pod(name), short)())
    t.true(path.startsWith(`${short}/`))
    t.true(Buffer.byteLength(path) <= 103)
    t.is(await modeOf(short), '700')
    await t.notThrowsAsync(listenAndConnect(path))
  })
}

const listenAndConnect = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end()).on('error', reject)
    server.listen(path, () => {
      connect(path)
        .on('error', reject)
        .on('connect', () => void lstat(path).then(() => server.close(() => resolve()), reject))
        .resume()
    })
  })

test('exactly 103 bytes stay, 104 move', async (t) => {
  const { paths, short } = await machine(t)
  const room = 103 - Buffer.byteLength(join(paths.run, '', 'sock')) - 1
  t.is(Buffer.byteLength(socketPathOf(paths, pod('x'.repeat(room)), short)), 103)
  t.true(socketPathOf(paths, pod('x'.repeat(room)), short).startsWith(paths.run))
  t.true(socketPathOf(paths, pod('x'.repeat(room + 1)), short).startsWith(short))
})

test('long names that begin alike, and homes, do not share a socket', async (t) => {
  const { paths, short } = await machine(t)
  const other = (await machine(t)).paths
  const a = socketPathOf(paths, pod(`${'x'.repeat(254)}a`), short)
  t.not(a, socketPathOf(paths, pod(`${'x'.repeat(254)}b`), short))
  t.not(a, socketPathOf(other, pod(`${'x'.repeat(254)}a`), short))
  t.is(a, socketPathOf(paths, pod(`${'x'.repeat(254)}a`), short))
})

const notOurs: ReadonlyArray<readonly [title: string, make: (path: string) => unknown]> = [
  ['open to others', (path) => mkdir(path).then(() => chmod(path, 0o755))],
  [
    'a link to a folder of ours',
    (path) => mkdir(`${path}-x`, { mode: 0o700 }).then(() => symlink(`${path}-x`, path)),
  ],
  ['a dangling link', (path) => symlink('/nowhere/at/all', path)],
  ['a file', (path) => put(path, '')],
]

for (const [title, make] of notOurs) {
  test(`a short folder that is ${title} is refused with a sentence`, async (t) => {
    const { paths, short } = await machine(t)
    await make(short)
    const result = await socketPathFor(paths, pod('x'.repeat(255)), short)()
    t.is(
      E.isLeft(result) ? result.left : '',
      `The folder ${short} for sockets must be a folder of yours with mode 0700: remove it or change it, then start again.`,
    )
  })
}

// Only root can give a folder away.
const asRoot = process.getuid?.() === 0 ? test : test.skip

asRoot('a short folder that belongs to somebody else is refused', async (t) => {
  const { paths, short } = await machine(t)
  await mkdir(short, { mode: 0o700 })
  await chown(short, 12_345, 12_345)
  t.true(E.isLeft(await socketPathFor(paths, pod('x'.repeat(255)), short)()))
})

asRoot('a run folder that belongs to somebody else is refused', async (t) => {
  const { paths, short } = await machine(t)
  await mkdir(paths.run, { recursive: true, mode: 0o700 })
  await chown(paths.run, 12_345, 12_345)
  t.true(E.isLeft(await socketPathFor(paths, pod('tidy'), short)()))
})

test('a short folder that is there and ours is used again', async (t) => {
  const { paths, short } = await machine(t)
  const name = pod('x'.repeat(255))
  const first = await socketPathFor(paths, name, short)()
  t.deepEqual(await socketPathFor(paths, name, short)(), first)
})

test('a run folder that cannot be made is refused with what to do', async (t) => {
  const { root, paths, short } = await machine(t)
  await put(join(root, 'h'), 'a file in the way')
  const result = await socketPathFor(paths, pod('tidy'), short)()
  t.regex(E.isLeft(result) ? result.left : '', /cannot be made .*set YOI_HOME to a folder of yours/)
})
