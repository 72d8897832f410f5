import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadAgentsMd } from '../../../adapters/manifest/load-agents-md.js'
import { put, tempHome } from '../../support/temp-home.js'

test('the file of the folder itself holds', async (t) => {
  const root = await tempHome(t)
  await put(join(root, 'AGENTS.md'), 'Be kind.\n')
  t.is(await loadAgentsMd(root), 'Be kind.\n')
})

test('without a file there is nothing', async (t) => {
  t.is(await loadAgentsMd(await tempHome(t)), undefined)
})

test('in a repository the nearest file upward holds, up to its top', async (t) => {
  const root = await tempHome(t)
  const deep = join(root, 'repo', 'a', 'b')
  await mkdir(deep, { recursive: true })
  await mkdir(join(root, 'repo', '.git'))
  await put(join(root, 'AGENTS.md'), 'above the repository')
  t.is(await loadAgentsMd(deep), undefined)
  await put(join(root, 'repo', 'AGENTS.md'), 'top')
  t.is(await loadAgentsMd(deep), 'top')
  await put(join(root, 'repo', 'a', 'AGENTS.md'), 'nearer')
  t.is(await loadAgentsMd(deep), 'nearer')
})

test('outside a repository a file above the folder does not hold', async (t) => {
  const root = await tempHome(t)
  await put(join(root, 'AGENTS.md'), 'anybody may have written this')
  await mkdir(join(root, 'sub'))
  t.is(await loadAgentsMd(join(root, 'sub')), undefined)
})

test('a long file is cut at a character and says how much is left out', async (t) => {
  const root = await tempHome(t)
  await put(join(root, 'AGENTS.md'), `ab${'漢'.repeat(30_000)}`)
  const text = (await loadAgentsMd(root)) ?? ''
  // 64 KiB less two bytes are 21,844 characters and two bytes, which are not a third of one.
  t.true(text.startsWith(`ab${'漢'.repeat(21_844)}\n[24468 more bytes of AGENTS.md are left out]`))
  t.false(text.includes('\uFFFD'))
})

test('a link out of the folder is not followed', async (t) => {
  const root = await tempHome(t)
  await put(join(root, 'secret'), 'private')
  await mkdir(join(root, 'proj'))
  await symlink(join(root, 'secret'), join(root, 'proj', 'AGENTS.md'))
  t.is(
    await loadAgentsMd(join(root, 'proj')),
    '[AGENTS.md is there but was not read: it is a link out of its folder]',
  )
})

test('a link within the folder is followed', async (t) => {
  const root = await tempHome(t)
  await put(join(root, 'CLAUDE.md'), 'the same')
  await symlink('CLAUDE.md', join(root, 'AGENTS.md'))
  t.is(await loadAgentsMd(root), 'the same')
})

test('what is no text gives a remark', async (t) => {
  const root = await tempHome(t)
  await mkdir(join(root, 'AGENTS.md'))
  t.is(
    await loadAgentsMd(root),
    '[AGENTS.md is there but was not read: it is a folder, not a file]',
  )
})
