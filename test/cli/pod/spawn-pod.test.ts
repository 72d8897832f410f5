import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { spawnPod } from '../../../cli/pod/spawn-pod.js'
import { runShell } from '../../support/run-yoi.js'
import { tempHome } from '../../support/temp-home.js'

test('above a limit of file sizes that a Pod did not start is said with what helps', async (t) => {
  // What it says goes through a pipe: no file takes a byte.
  const { code, stderr } = await runShell('(ulimit -f 0; exec $YOI run hello)', {
    home: await tempHome(t),
  })
  t.is(code, 1)
  t.regex(stderr, /^yoi: The Pod could not start: .*EFBIG.*: allow larger files \(ulimit -f\)/)
})

test('a Pod whose folder is gone is not started: the folder is named, and nothing is left', async (t) => {
  const home = await tempHome(t)
  const paths = pathsFrom({ YOI_HOME: home })
  const cwd = join(home, 'gone')
  t.deepEqual(
    await spawnPod({ argv: [], cwd, env: {}, paths }),
    E.left(
      `The Pod could not be started: the folder ${cwd} is gone; ` +
        'make it again, or start yoi elsewhere.',
    ),
  )
  t.deepEqual(readdirSync(paths.run), [])
})
