import { execFileSync } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { openRegular, readRegular } from '../../../adapters/node/open-regular.js'
import { tempHome } from '../../support/temp-home.js'

const { O_RDWR, O_CREAT, O_APPEND, O_RDONLY } = constants

const others: ReadonlyArray<readonly [kind: string, make: (path: string) => unknown]> = [
  ['a FIFO', (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdir(path)],
  ['a device', (path) => symlink('/dev/zero', path)],
  [
    'a socket or a device',
    (path) =>
      new Promise<void>((resolve) =>
        createServer()
          .unref()
          .listen(path, () => resolve()),
      ),
  ],
]

for (const [kind, make] of others)
  test(`${kind} is no regular file, and nobody waits for it`, async (t) => {
    const path = join(await tempHome(t), 'it')
    await make(path)
    for (const flags of [O_RDONLY, O_RDWR | O_CREAT | O_APPEND])
      await t.throwsAsync(openRegular(path, flags), {
        code: 'NOT_A_FILE',
        message: `it is ${kind}, not a file`,
      })
    await t.throwsAsync(readRegular(path), { code: 'NOT_A_FILE' })
  })

test('a regular file is read, also by a link, and one that is made is for its owner', async (t) => {
  const home = await tempHome(t)
  await writeFile(join(home, 'file'), 'héllo')
  await symlink('file', join(home, 'link'))
  t.is(await readRegular(join(home, 'link')), 'héllo')
  await t.throwsAsync(readRegular(join(home, 'none')), { code: 'ENOENT' })
  const made = await openRegular(join(home, 'new'), O_RDWR | O_CREAT)
  await made.close()
  t.is((await stat(join(home, 'new'))).mode & 0o777, 0o600)
})
