import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { writeAtomicNow } from '../../../adapters/node/write-atomic-now.js'
import { tempHome } from '../../support/temp-home.js'

test('a file is replaced whole before the call returns, its folders made for one user', async (t) => {
  const home = await tempHome(t)
  const path = join(home, 'a', 'b', 'file')
  for (const content of ['first, and long', 'second']) {
    writeAtomicNow(path, content)
    t.is(readFileSync(path, 'utf8'), content)
  }
  t.is(statSync(path).mode & 0o777, 0o600)
  t.is(statSync(join(home, 'a')).mode & 0o777, 0o700)
  t.deepEqual(readdirSync(join(home, 'a', 'b')), ['file'])
})

test('where no folder can be made it is said, and not tried for ever', async (t) => {
  const home = await tempHome(t)
  writeFileSync(join(home, 'file'), '')
  t.throws(() => writeAtomicNow(join(home, 'file', 'below', 'x'), ''), { code: 'ENOTDIR' })
  if (process.platform === 'linux')
    t.throws(() => writeAtomicNow('/proc/none/below/x', ''), { code: 'ENOENT' })
})
