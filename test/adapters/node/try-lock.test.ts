import { open } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { tryLock } from '../../../adapters/node/try-lock.js'
import { ownFolder } from '../../support/sample-log.js'

test('a file that is held is told apart from one that gives no lock', async (t) => {
  const path = join(await ownFolder(t), 'file')
  const [holder, other] = [await open(path, 'w+'), await open(path, 'w+')]
  t.true(tryLock(holder.fd))
  t.false(tryLock(other.fd))
  await holder.close()
  t.true(tryLock(other.fd))
  await other.close()

  // A lock to write needs a file that may be written: refused, and nobody holds it.
  const reader = await open(path, 'r')
  t.throws(() => tryLock(reader.fd), { message: /^the file system gives no lock: / })
  await reader.close()
})
