import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { removeLeftTemps, writeAtomic } from '../../../adapters/node/write-atomic.js'
import { put, tempHome } from '../../support/temp-home.js'

test('a file is replaced whole, 0600, and leaves nothing beside it', async (t) => {
  const folder = await tempHome(t)
  const path = join(folder, 'file')
  for (const content of ['first, and long', 'second']) {
    await writeAtomic(path, content, { sync: true })
    t.is(await readFile(path, 'utf8'), content)
  }
  t.is((await stat(path)).mode & 0o777, 0o600)
  t.deepEqual(await readdir(folder), ['file'])
})

test('a write that fails leaves the old file and nothing beside it', async (t) => {
  const folder = await tempHome(t)
  await put(join(folder, 'taken', 'inner'), 'kept')
  await t.throwsAsync(writeAtomic(join(folder, 'taken'), 'new'))
  t.deepEqual(await readdir(folder), ['taken'])
})

test('what a dead writer left is removed; what a live one writes, and all else, stays', async (t) => {
  const folder = await tempHome(t)
  const dead = `.live.json.${2 ** 22 + 1}.0123456789ab.tmp`
  const kept = [
    `.live.json.${process.pid}.0123456789ab.tmp`,
    '.live.json.1.0123456789ab.tmp',
    '.yoi-0123456789abcdef.tmp',
    `live.json.${2 ** 22 + 1}.0123456789ab.tmp`,
    'live.json',
  ]
  for (const name of [dead, ...kept]) await put(join(folder, name), '')
  await removeLeftTemps(folder)
  t.deepEqual((await readdir(folder)).sort(), kept.toSorted())
  await t.notThrowsAsync(removeLeftTemps(join(folder, 'none')))
})
