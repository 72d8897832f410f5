import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { sessionFiles } from '../../../adapters/log/session-files.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { lastUsedHere } from '../../../cli/sessions/last-used-here.js'
import { logText, namedTurn } from '../../support/many-sessions.js'
import { reader } from '../../support/projecting.js'
import { someSession } from '../../support/story.js'
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
    const request = { paths, reader, pods: new Map<string, string>() }
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

test('one far down is found, and one that no Pod goes on with is passed over', async (t) => {
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
