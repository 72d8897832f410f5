import { open } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { codeOf } from '../../../adapters/node/code-of.js'
import { loadFor, tryLock } from '../../../adapters/node/try-lock.js'
import { tempHome } from '../../support/temp-home.js'

test('one open file has the lock at a time, and closing it frees it', async (t) => {
  const path = join(await tempHome(t), 'guard')
  const [first, second] = [await open(path, 'w'), await open(path, 'w')]
  t.true(tryLock(first.fd))
  t.false(tryLock(second.fd))
  await first.close()
  t.true(tryLock(second.fd))
  await second.close()
})

test('a machine without the library is told in a sentence that names it', (t) => {
  const error = t.throws(() => loadFor('sparc-unknown'))
  t.regex(error?.message ?? '', /^no kernel locks for sparc-unknown: Cannot find module /)
  t.is(codeOf(error), 'NO_LOCKS')
})
