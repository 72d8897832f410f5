import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { sessionFiles } from '../../../adapters/log/session-files.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { sha256 } from '../../../adapters/node/sha256.js'
import { lastUsedHere } from '../../../cli/sessions/last-used-here.js'
import type { Event } from '../../../domain/event/event.js'
import type { RecordRef } from '../../../domain/ids.js'
import { refOf } from '../../../domain/log/record.js'
import { seal } from '../../../domain/log/seal.js'
import { logText, namedTurn } from '../../support/many-sessions.js'
import { reader } from '../../support/projecting.js'
import {
  asked,
  attached,
  ended,
  said,
  someSession,
  started,
  submitted,
} from '../../support/story.js'
import { tempHome } from '../../support/temp-home.js'

/** A home in which session n was used nth, in the nth of these folders. */
const given = async (t: ExecutionContext, foldersOf: (home: string) => ReadonlyArray<string>) => {
  const home = await tempHome(t)
  await mkdir(join(home, 'here'))
  const paths = pathsFrom({ YOI_HOME: join(home, 'y') })
  await mkdir(paths.sessions, { recursive: true })
  for (const [n, cwd] of foldersOf(home).entries()) {
    const path = join(paths.sessions, `${someSession(n)}.jsonl`)
    await writeFile(path, logText(namedTurn(n, cwd)))
    await utimes(path, n, 1_700_000_000 + n)
  }
  const last = async (folder: string) => {
    const files = await sessionFiles(paths.sessions)()
    const request = { paths, reader, pods: new Map() }
    return lastUsedHere(request, E.isRight(files) ? files.right : [], join(home, folder))
  }
  return { home, paths, last }
}

test('the session used last in a folder is found among those of folders of the same name', async (t) => {
  const { last } = await given(t, (home) => [
    join(home, 'here'),
    join(home, 'here'),
    join(home, 'else', 'here'),
    '/dead/mount',
  ])

  t.is((await last('here'))?.session, someSession(1))
  t.is(await last('nowhere'), undefined)
})

test('a session that knows the folder by a link is found by its real path, and the reverse', async (t) => {
  const { home, last } = await given(t, (at) => [join(at, 'here'), join(at, 'link'), '/else'])
  await symlink(join(home, 'here'), join(home, 'link'))

  t.is((await last('here'))?.session, someSession(1))
  t.is((await last('link'))?.session, someSession(1))
})

test('one far down is found, and one that does not say where it belongs is passed over', async (t) => {
  const { home, paths, last } = await given(t, (at) => [
    join(at, 'here'),
    join(at, 'here'),
    ...Array.from({ length: 70 }, (_, n) => `/else/${n}`),
  ])
  await writeFile(join(paths.sessions, `${someSession(1)}.jsonl`), 'damaged\n')
  await utimes(join(paths.sessions, `${someSession(1)}.jsonl`), 1, 1_700_000_001)

  t.is((await last('here'))?.session, someSession(0))
  t.is((await last('here'))?.cwd, join(home, 'here'))
})

const minute = (n: number): string => `2026-01-02T03:${String(10 + n)}:00.000Z`

/** A session in the folder of which the nth group came in its nth minute, written at its last one. */
const used = async (
  paths: { readonly sessions: string },
  n: number,
  groups: ReadonlyArray<readonly [number, ReadonlyArray<Event>]>,
) => {
  const path = join(paths.sessions, `${someSession(n)}.jsonl`)
  let before: RecordRef | undefined
  let text = ''
  for (const [at, events] of groups)
    for (const { line, record } of seal(sha256)(events, before, minute(at) as never)) {
      text += `${line}\n`
      before = refOf(record)
    }
  await writeFile(path, text)
  const last = Date.parse(minute(groups.at(-1)?.[0] ?? 0)) / 1000
  await utimes(path, last, last)
}

const begun = (n: number, cwd: string) => [started(someSession(n), cwd), attached('a')]
const turn = (n: number) => [submitted(n, 'q'), asked(n), said(n, 'a'), ended(n)]
const left: Event = { type: 'PodDetached', data: { pod: 'a', by: 'shutdown' } }

test('that a Pod left is no use of its session, an input is', async (t) => {
  const { home, paths, last } = await given(t, () => [])
  const cwd = join(home, 'here')
  await used(paths, 1, [
    [1, [...begun(1, cwd), ...turn(1)]],
    [9, [left]],
  ])
  await used(paths, 2, [[2, [...begun(2, cwd), ...turn(1)]]])
  t.is((await last('here'))?.session, someSession(2))

  await used(paths, 1, [
    [1, [...begun(1, cwd), ...turn(1)]],
    [3, turn(2)],
    [9, [left]],
  ])
  t.is((await last('here'))?.session, someSession(1))
})

test('a fork is used when it is made, and its origin again with its next input', async (t) => {
  const { home, paths, last } = await given(t, () => [])
  const cwd = join(home, 'here')
  await used(paths, 1, [[1, [...begun(1, cwd), ...turn(1)]]])
  await used(paths, 2, [[2, [started(someSession(2), cwd)]]])
  t.is((await last('here'))?.session, someSession(2))

  await used(paths, 1, [
    [1, [...begun(1, cwd), ...turn(1)]],
    [3, turn(2)],
  ])
  t.is((await last('here'))?.session, someSession(1))
})

test('the one used last is found behind many that were only written later', async (t) => {
  const { home, paths, last } = await given(t, () => [])
  const cwd = join(home, 'here')
  for (let n = 1; n <= 40; n += 1)
    await used(paths, n, [
      [n === 1 ? 5 : 1, [...begun(n, cwd), ...turn(1)]],
      [n === 1 ? 6 : 9, [left]],
    ])

  t.is((await last('here'))?.session, someSession(1))
})

test('one that is refused is found all the same: nobody goes on with an older one unknowingly', async (t) => {
  const { home, paths, last } = await given(t, () => [])
  const here = join(home, 'here')
  await used(paths, 0, [
    [1, begun(0, here)],
    [2, turn(0)],
  ])
  await used(paths, 1, [
    [3, begun(1, here)],
    [4, turn(1)],
  ])
  const path = join(paths.sessions, `${someSession(1)}.jsonl`)
  await writeFile(path, (await readFile(path, 'utf8')).replace('"text":"a"', '"text":"b"'))

  const found = await last('here')
  t.is(found?.session, someSession(1))
  t.true(found?.isRefused)
})
