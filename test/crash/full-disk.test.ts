import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { fixturePath } from '../support/run-fixture.js'
import { tempHome } from '../support/temp-home.js'

// Small disks that are mounted for one process; where none may be, the limits of the size of files
// in real-system.test.ts and journey/full-disk.test.ts stand in for them.

const mounts = {
  'a memory disk of 1 MiB': 'mount -t tmpfs -o size=1m none "$1"',
  'an ext4 disk of 8 MiB':
    'truncate -s 8M "$1.img" && mkfs.ext4 -q "$1.img" && mount -o loop "$1.img" "$1"',
} as const

const cannotMount = 97

for (const [name, mount] of Object.entries(mounts))
  test(`a log on ${name} that fills up refuses, stays whole, and goes on with room`, async (t) => {
    const disk = join(await tempHome(t), 'disk')
    await mkdir(disk)
    const script = `(${mount}) || exit ${cannotMount}; exec "$2" "$3" "$1"`
    const args = ['-c', script, 'sh', disk, process.execPath, fixturePath('fill-the-disk')]
    const ran = await promisify(execFile)('unshare', ['-m', 'sh', ...args]).catch(
      (error: { readonly code: unknown; readonly stderr: string }) => error,
    )
    if (!('stdout' in ran) || 'code' in ran) {
      // A machine may forbid it; whatever else goes wrong is a fault.
      const { code, stderr } = ran as { readonly code: unknown; readonly stderr: string }
      t.true(code === cannotMount || code === 'ENOENT' || stderr.startsWith('unshare: '), stderr)
      return t.log(`no such disk can be mounted here: ${stderr.trim()}`)
    }
    const { spells, born } = JSON.parse(ran.stdout)
    t.is(spells.length, 8)
    for (const { refused, ...rest } of spells) {
      t.regex(refused, /^write_failed: .*ENOSPC/)
      t.deepEqual(rest, {
        wholeWhenFull: true,
        curedWhenFull: false,
        cured: true,
        goesOn: true,
        whole: true,
      })
    }
    t.regex(born.refused, /^(create|write)_failed: .*ENOSPC/)
    t.deepEqual(
      { ...born, refused: '' },
      { refused: '', leftNothing: true, cured: true, goesOn: true },
    )
  })
