import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { findSession, sessionFiles } from '../../../adapters/log/session-files.js'
import { ownFolder } from '../../support/sample-log.js'

const idOf = (n: number): string => `01920000-0000-7000-8000-00000000000${n}`

const folderWith = async (t: ExecutionContext, count: number): Promise<string> => {
  const folder = await ownFolder(t)
  for (let n = 0; n < count; n += 1) {
    const path = join(folder, `${idOf(n)}.jsonl`)
    await writeFile(path, 'x'.repeat(n))
    await utimes(path, 1000 + n, n === 0 ? 9000 : 1000 + n)
  }
  return folder
}

const listed = async (folder: string) => {
  const files = await sessionFiles(folder)()
  if (E.isLeft(files)) throw new Error(files.left.message)
  return files.right
}

test('sessions are listed last written first, not last created', async (t) => {
  const folder = await folderWith(t, 3)
  const files = await listed(folder)
  t.deepEqual(
    files.map(({ session }) => session as string),
    [idOf(0), idOf(2), idOf(1)],
  )
  t.deepEqual(files[1], {
    session: files[1]?.session,
    path: join(folder, `${idOf(2)}.jsonl`),
    mtimeMs: 1_002_000,
    sizeBytes: 2,
  } as never)
})

test('what is not named by a session is left out, and what is no file is not', async (t) => {
  const folder = await folderWith(t, 1)
  await writeFile(join(folder, 'notes.jsonl'), '')
  await writeFile(join(folder, `${idOf(5)}.jsonl.bak`), '')
  await writeFile(join(folder, `.${idOf(6)}.jsonl`), '')
  await writeFile(join(folder, `${idOf(7).toUpperCase()}.json`), '')
  await mkdir(join(folder, `${idOf(8)}.jsonl`))
  await symlink(`${idOf(9)}.jsonl`, join(folder, `${idOf(9)}.jsonl`))
  t.deepEqual(
    (await listed(folder)).map(({ session, sizeBytes }) => [session as string, sizeBytes]),
    [
      [idOf(8), 0],
      [idOf(0), 0],
    ],
  )
})

test('a missing folder has no sessions, and a file in its place is said', async (t) => {
  const folder = await folderWith(t, 1)
  t.deepEqual(await listed(join(folder, 'none')), [])
  const files = await sessionFiles(join(folder, `${idOf(0)}.jsonl`))()
  t.true(E.isLeft(files) && files.left.code === 'unreadable')
})

test('a session is found by its id and by any part that only it has', async (t) => {
  const folder = await folderWith(t, 3)
  for (const part of [idOf(2), idOf(2).toUpperCase(), '002', ' 000000000002 ']) {
    const found = await findSession(folder, part)()
    t.is(E.isRight(found) && (found.right.session as string), idOf(2), part)
  }
})

test('a part that several have lists them', async (t) => {
  const found = await findSession(await folderWith(t, 3), '0192')()
  if (E.isRight(found)) return t.fail()
  t.is(found.left.code, 'unknown_session')
  for (const n of [0, 1, 2]) t.true(found.left.message.includes(idOf(n)))
})

test('an unknown and an empty part name no session', async (t) => {
  const folder = await folderWith(t, 1)
  for (const part of ['ffff', '', '  ', '../x'])
    t.true(E.isLeft(await findSession(folder, part)()), part)
})
