import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { processMark } from '../../../../adapters/lock/holder.js'
import { openDrafts } from '../../../../cli/screen/typed/drafts.js'
import type { Draft } from '../../../../cli/tui/editor/draft.js'
import { sessionNo } from '../../../support/record-list.js'
import { tempHome } from '../../../support/temp-home.js'

const session = sessionNo(1)
const typed = (before: string, after = ''): Draft => ({
  before: [before],
  after: after === '' ? [] : [after],
  unsent: [],
})

const folderIn = async (t: ExecutionContext): Promise<string> =>
  join(await tempHome(t), 'data', 'drafts')

/** A draft of another process, saved that many seconds ago. */
const left = async (folder: string, name: string, draft: Draft, agoS: number, holder: object) => {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${session}.${name}.json`)
  await writeFile(path, JSON.stringify({ format: 1, holder, ...draft }))
  const at = Date.now() / 1000 - agoS
  await utimes(path, at, at)
}

const dead = { ...processMark(process.pid), pid: process.ppid, started: '1' }
const alive = processMark(process.ppid)

test('a draft that is saved is there for the next screen, until it is taken away', async (t) => {
  const folder = await folderIn(t)
  const paste = { kind: 'paste', id: 1, chars: 3, lines: 2, content: 'a\nb' } as const
  const draft: Draft = {
    before: ['日本', paste],
    after: ['語'],
    unsent: [[{ kind: 'text', content: 'kept' }]],
  }
  const drafts = await openDrafts(folder, session, true)
  t.is(drafts.left, undefined)
  drafts.save(session, draft)
  await drafts.settled()
  const [name = ''] = await readdir(folder)
  t.is((await stat(join(folder, name))).mode & 0o777, 0o600)
  t.is((await stat(folder)).mode & 0o777, 0o700)
  const next = await openDrafts(folder, session, true)
  t.deepEqual(next.left, draft)
  t.is((await openDrafts(folder, sessionNo(2), true)).left, undefined)
  t.is((await openDrafts(folder, undefined, true)).left, undefined)
  next.save(session, undefined)
  await next.settled()
  t.deepEqual(await readdir(folder), [])
})

test('nothing is written while nothing changed', async (t) => {
  const folder = await folderIn(t)
  const drafts = await openDrafts(folder, session, true)
  drafts.save(session, typed('a'))
  await drafts.settled()
  const [name = ''] = await readdir(folder)
  const first = await stat(join(folder, name))
  drafts.save(session, typed('a'))
  await drafts.settled()
  t.is((await stat(join(folder, name))).ino, first.ino)
  drafts.save(session, typed('ab'))
  await drafts.settled()
  t.not((await stat(join(folder, name))).ino, first.ino)
})

test('the drafts of screens that died are taken over: the newest to go on with', async (t) => {
  const folder = await folderIn(t)
  await left(folder, '1', typed('old'), 20, dead)
  await left(folder, '2', typed('ne', 'w'), 10, dead)
  const drafts = await openDrafts(folder, session, true)
  t.deepEqual(drafts.left, {
    before: ['ne'],
    after: ['w'],
    unsent: [[{ kind: 'text', content: 'old' }]],
  })
  drafts.save(session, drafts.left)
  await drafts.settled()
  t.is((await readdir(folder)).length, 1)
  t.deepEqual((await openDrafts(folder, session, true)).left, drafts.left)
})

test('a draft that is taken over is this screen’s at once, and no other one shows it', async (t) => {
  const folder = await folderIn(t)
  await left(folder, '1', typed('old'), 20, dead)
  await openDrafts(folder, session, true)
  const [name = '', ...others] = await readdir(folder)
  t.deepEqual([name, others], [`${session}.${process.pid}.json`, []])
  const { holder } = JSON.parse(await readFile(join(folder, name), 'utf8'))
  t.deepEqual(holder, processMark(process.pid))
})

test('the draft of a screen that runs is neither shown nor touched by another one', async (t) => {
  const folder = await folderIn(t)
  await left(folder, '1', typed('theirs'), 0, alive)
  const drafts = await openDrafts(folder, session, true)
  t.is(drafts.left, undefined)
  drafts.save(session, typed('ours'))
  drafts.save(session, undefined)
  await drafts.settled()
  t.deepEqual(await readdir(folder), [`${session}.1.json`])
})

test('a screen that goes on has its draft with it and takes none over', async (t) => {
  const folder = await folderIn(t)
  await left(folder, '1', typed('old'), 20, dead)
  t.is((await openDrafts(folder, session, false)).left, undefined)
  t.is((await readdir(folder)).length, 1)
})

test('damaged drafts are passed over and stay where they are', async (t) => {
  const folder = await folderIn(t)
  await mkdir(folder, { recursive: true })
  const texts = ['', '{', '[]', '{"format":2}', JSON.stringify({ format: 1, before: [1] })]
  for (const [index, text] of texts.entries())
    await writeFile(join(folder, `${session}.${index}.json`), text)
  await mkdir(join(folder, `${session}.9.json`))
  t.is((await openDrafts(folder, session, true)).left, undefined)
  t.is((await readdir(folder)).length, texts.length + 1)
})

test('a Pod that comes back with another session takes the draft along', async (t) => {
  const folder = await folderIn(t)
  const drafts = await openDrafts(folder, session, true)
  drafts.save(undefined, typed('a'))
  drafts.save(sessionNo(2), typed('a'))
  await drafts.settled()
  const [name = '', ...more] = await readdir(folder)
  t.deepEqual(more, [])
  t.true(name.startsWith(sessionNo(2)))
  t.regex(await readFile(join(folder, name), 'utf8'), /"before":\["a"\]/)
})

test('a place that cannot be written to stops nobody', async (t) => {
  const file = join(await tempHome(t), 'file')
  await writeFile(file, '')
  const drafts = await openDrafts(join(file, 'drafts'), session, true)
  drafts.save(session, typed('a'))
  await t.notThrowsAsync(drafts.settled())
  t.is(drafts.left, undefined)
})

test('a draft that is saved at the end is there at once, in place of what is being saved', async (t) => {
  const folder = await folderIn(t)
  const drafts = await openDrafts(folder, session, true)
  drafts.saveNow(session, typed('last words'))
  const [name = ''] = readdirSync(folder)
  t.is((await stat(join(folder, name))).mode & 0o777, 0o600)
  t.is((await stat(folder)).mode & 0o777, 0o700)
  const later = await openDrafts(folder, session, true)
  t.deepEqual(later.left, typed('last words'))
  later.save(session, typed('last words!'))
  await later.settled()
  later.saveNow(session, typed('last words!'))
  t.true(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8').includes('words!'))
  later.saveNow(session, undefined)
  t.deepEqual(readdirSync(folder), [])
})

test('what was being saved when the end was near does not take the place of what came last', async (t) => {
  const folder = await folderIn(t)
  const drafts = await openDrafts(folder, session, true)
  drafts.save(session, typed('older'))
  drafts.saveNow(session, typed('newest'))
  await drafts.settled()
  t.deepEqual((await openDrafts(folder, session, true)).left, typed('newest'))
})

test('a disk that fails stops nobody from leaving', async (t) => {
  const folder = await folderIn(t)
  const drafts = await openDrafts(folder, session, true)
  await mkdir(join(folder, '..'), { recursive: true })
  await writeFile(folder, 'no folder')
  t.notThrows(() => drafts.saveNow(session, typed('lost')))
  t.notThrows(() => drafts.saveNow(undefined, typed('lost')))
})

test('a FIFO or a folder among the drafts is passed over and not waited for', async (t) => {
  const folder = await folderIn(t)
  await left(folder, '99997', typed('kept'), 10, dead)
  execFileSync('mkfifo', [join(folder, `${session}.99998.json`)])
  execFileSync('mkdir', [join(folder, `${session}.99999.json`)])
  t.deepEqual((await openDrafts(folder, session, true)).left, typed('kept'))
})
