import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import * as E from 'fp-ts/lib/Either.js'
import { pathsFrom } from '../../../adapters/node/paths.js'
import { spawnPod } from '../../../cli/pod/spawn-pod.js'
import { tempHome } from '../../support/temp-home.js'

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
