import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { listSessions } from '../../../cli/sessions/list-sessions.js'
import {
  type FolderLookOptions,
  goneScript,
  lookAtFolders,
  lookForSame,
} from '../../../cli/sessions/look-at-folders.js'
import { limits } from '../../../domain/limits.js'
import { eventually } from '../../support/eventually.js'
import { commandsWith } from '../../support/processes.js'
import { reader } from '../../support/projecting.js'
import { firstTurn, someSession, started, storyLog } from '../../support/story.js'
import { tempHome } from '../../support/temp-home.js'

const patient = { script: goneScript, deadlineMs: 60_000 }

const goneOf = async (
  folders: ReadonlyArray<string>,
  options: FolderLookOptions = patient,
): Promise<ReadonlyArray<string>> => {
  const look = lookAtFolders(options)
  try {
    return [...(await look.found(folders))]
  } finally {
    look.close()
  }
}

test('a folder that was removed, a file and a link that leads nowhere are gone', async (t) => {
  const home = await tempHome(t)
  const at = (name: string) => join(home, name)
  await mkdir(at('there'))
  await writeFile(at('file'), '')
  await symlink(at('there'), at('link'))
  await symlink(at('nowhere'), at('dangling'))

  t.deepEqual(await goneOf(['there', 'never', 'link', 'file', 'dangling'].map(at)), [
    at('never'),
    at('file'),
    at('dangling'),
  ])
  t.deepEqual(await goneOf([home, '/']), [])
})

const names = [
  'with spaces  two',
  'quotes \' and "',
  '$(touch x) `y` ; & | * ? [a] \\ \\n',
  '-n',
  '日本語'.repeat(28),
  '👩‍👩‍👧',
  'tab\there',
]

test('names are taken as they are, whatever they mean to a shell', async (t) => {
  const home = await tempHome(t)
  const paths = names.map((name) => join(home, name))
  t.deepEqual(await goneOf(paths), paths)

  for (const path of paths) await mkdir(path)

  t.deepEqual(await goneOf(paths), [])
})

test('a folder of nearly the longest path that there is is looked at', async (t) => {
  const home = await tempHome(t)
  const deep = join(home, ...Array.from({ length: 15 }, (_, n) => `${n}${'漢'.repeat(84)}`))
  t.true(Buffer.byteLength(deep) > 3800)
  t.deepEqual(await goneOf([deep]), [deep])

  await mkdir(deep, { recursive: true })

  t.deepEqual(await goneOf([deep]), [])
})

test('what is no path of a folder is not asked for and not gone', async (t) => {
  const home = await tempHome(t)
  const odd = ['', 'here', 'a\0b', '/a\0b', `${home}/line\nend`, `/${'x'.repeat(5000)}`]

  t.deepEqual(await goneOf([...odd, join(home, 'never')]), [join(home, 'never')])
})

test('a look that never answers is let go at its deadline, and nothing counts as gone', async (t) => {
  const home = await tempHome(t)
  await writeFile(join(home, 'file'), '')
  // The folder stands in the command line, so that the process can be found.
  const hangs = { script: `exec tail -f '${home}/file'`, deadlineMs: 20 }

  t.deepEqual(await goneOf([join(home, 'never')], hangs), [])

  await eventually(
    () => commandsWith(home).length === 0,
    () => 'a process that hangs is ended',
  )
  t.pass()
})

test('what was said counts though the rest is missing, and half an answer does not', async (t) => {
  const home = await tempHome(t)
  const never = join(home, 'never')
  const script = 'read first; printf "%s\\n/half" "$first"; read first'
  const saysAll = { script, deadlineMs: 60_000 }

  t.deepEqual(await goneOf([never], saysAll), [never])
})

test('a shell that ends at once, or takes nothing, knows of nothing', async (t) => {
  for (const script of ['exit 1', 'exec <&-; exit 0', 'kill -9 $$', 'syntax ( error'])
    t.deepEqual(await goneOf(['/never/there'], { ...patient, script }), [])
})

const given = async (t: Parameters<typeof tempHome>[0], folders: ReadonlyArray<string>) => {
  const home = await tempHome(t)
  for (const [n, cwd] of folders.entries()) {
    const [first = [], ...rest] = firstTurn(someSession(n))
    const groups = [[started(someSession(n), cwd || home), ...first.slice(1)], ...rest]
    await storyLog(join(home, 'data'), someSession(n), groups)
  }
  const asked: string[] = []
  const list = async (look = () => lookAtFolders(patient)) => {
    const noted = () => {
      const real = look()
      return {
        ...real,
        found: (all: ReadonlyArray<string>) => {
          asked.push(...all)
          return real.found(all)
        },
      }
    }
    const paths = pathsFrom({ YOI_HOME: home })
    const request = { paths, reader, pods: new Map(), limit: 1000, look: noted }
    const listed = await listSessions(request)
    return E.isRight(listed) ? listed.right.rows : []
  }
  return { home, list, asked }
}

test('sessions whose folder is gone say so, with the command that goes on elsewhere', async (t) => {
  const { list, asked } = await given(t, ['/gone/a', '', '/gone/a', '/gone/b'])

  const rows = await list()

  const gone = rows.filter(({ problem }) => problem !== undefined)
  t.deepEqual(
    gone.map(({ session }) => session).sort(),
    [0, 2, 3].map((n) => someSession(n)),
  )
  for (const { session, problem, isRefused, preview } of gone) {
    const command = `yoi --session ${session} --cwd DIR`
    t.is(problem, `its folder is gone; ${command} goes on elsewhere`)
    t.true(isRefused)
    t.is(preview, 'What is here? → Two files.')
  }
  t.is(asked.filter((folder) => folder === '/gone/a').length, 1)
})

test('a look that hangs costs no row and adds no problem', async (t) => {
  const { list } = await given(t, ['/gone/a', '/gone/b'])

  const rows = await list(() => lookAtFolders({ script: 'exec sleep 600', deadlineMs: 20 }))

  t.deepEqual(
    rows.map(({ problem }) => problem),
    [undefined, undefined],
  )
})

test('of very many folders those of the sessions last used are looked at', async (t) => {
  const folders = Array.from({ length: limits.foldersLookedAtMax + 20 }, (_, n) => `/gone/${n}`)
  const { list, asked } = await given(t, folders)

  const rows = await list()

  t.is(rows.length, folders.length)
  t.deepEqual(
    asked,
    rows.slice(0, limits.foldersLookedAtMax).map(({ cwd }) => cwd ?? ''),
  )
  t.is(rows.filter(({ problem }) => problem !== undefined).length, limits.foldersLookedAtMax)
})

test('a folder is the same by a link and by a path with dots, and a copy of its name is not', async (t) => {
  const home = await tempHome(t)
  const here = join(home, 'here')
  await mkdir(here)
  await mkdir(join(home, 'other', 'here'), { recursive: true })
  await symlink(here, join(home, 'link'))
  const look = lookForSame(here)
  const folders = [`${home}/link`, `${home}/other/here`, `${home}/other/../here`, '/never', here]

  t.deepEqual([...(await look.found(folders))], [folders[0], folders[2], here] as string[])
  look.close()
})
