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

// A lock to write needs a file that may be written; nobody holds this one.
test('a file that gives no lock is not taken for one that is held', async (t) => {
  const path = join(await tempHome(t), 'guard')
  await (await open(path, 'w')).close()
  const reader = await open(path, 'r')
  t.throws(() => tryLock(reader.fd), { message: /^the file system gives no lock: / })
  await reader.close()
})

test('a machine without the library is told in a sentence that names it', (t) => {
  const error = t.throws(() => loadFor('sparc-unknown'))
  t.regex(error?.message ?? '', /^no kernel locks for sparc-unknown: Cannot find module /)
  t.is(codeOf(error), 'NO_LOCKS')
})
