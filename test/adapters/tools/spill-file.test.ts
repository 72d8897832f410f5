import { readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import test from 'ava'
import { spillFile } from '../../../adapters/tools/spill-file.js'
import { limits } from '../../../domain/limits.js'
import { tempFolder } from '../../support/tool-bench.js'

const nameOf = (n: number): string => `bash-${n.toString(16).padStart(16, '0')}.txt`

// Full files that take no room on the disk; a higher number is newer.
const full = (folder: string, n: number): void => {
  const path = join(folder, nameOf(n))
  writeFileSync(path, '')
  truncateSync(path, limits.spillBytesMax)
  utimesSync(path, 1000 + n, 1000 + n)
}

test('the oldest outputs of a session go when a new one needs their room', async (t) => {
  const folder = tempFolder(t)
  for (const n of [6, 1, 4, 3, 5, 2]) full(folder, n)
  writeFileSync(join(folder, 'bash-notes.txt'), 'not ours')

  const file = await spillFile(folder)
  await file.add(Buffer.from('new'))
  t.is(await file.close(), undefined)

  const kept = [4, 5, 6].map(nameOf)
  t.deepEqual(readdirSync(folder).sort(), [...kept, basename(file.path), 'bash-notes.txt'].sort())
})

test('outputs that leave room for another one stay', async (t) => {
  const folder = tempFolder(t)
  const whole = limits.spillSessionBytesMax / limits.spillBytesMax - 1
  for (let n = 1; n <= whole; n += 1) full(folder, n)

  await (await spillFile(folder)).close()

  t.is(readdirSync(folder).length, whole + 1)
})
