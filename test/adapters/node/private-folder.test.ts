import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { privateFolder } from '../../../adapters/node/private-folder.js'
import { tempHome } from '../../support/temp-home.js'

test('a folder is made with its parents, and the first that was missing is told', async (t) => {
  const home = await tempHome(t)
  t.is(await privateFolder(join(home, 'a', 'b', 'c')), join(home, 'a'))
  t.is(await privateFolder(join(home, 'a', 'b', 'c')), undefined)
  t.is(statSync(join(home, 'a', 'b')).mode & 0o777, 0o700)
})

test('several that make the same folder at once all have it', async (t) => {
  const path = join(await tempHome(t), 'x', 'y')
  await t.notThrowsAsync(Promise.all(Array.from({ length: 8 }, () => privateFolder(path))))
})

test('where no folder can be made it is said, and not tried for ever', async (t) => {
  const home = await tempHome(t)
  writeFileSync(join(home, 'file'), '')
  await t.throwsAsync(privateFolder(join(home, 'file', 'below')), { code: 'ENOTDIR' })
  await t.throwsAsync(privateFolder(join(home, 'file')), {
    code: 'EEXIST',
    message: `${join(home, 'file')} is not a folder: move it away`,
  })
  if (process.platform === 'linux')
    await t.throwsAsync(privateFolder('/proc/none/below'), { code: 'ENOENT' })
})
