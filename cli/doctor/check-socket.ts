import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ownUid } from '../../adapters/node/own-uid.js'
import type { Paths } from '../../adapters/node/paths.js'
import { socketPathOf } from '../../adapters/node/socket-path.js'
import { limits } from '../../domain/limits.js'
import { defaultPodName } from '../../domain/manifest/pod-name.js'
import { type Finding, note, ok, wrong } from './finding.js'

/** Where the socket of a Pod of this folder would lie, and whether it can. Makes nothing. */
export const checkSocket = async (paths: Paths, cwd: string): Promise<Finding> => {
  const pod = defaultPodName(cwd, [])
  const path = socketPathOf(paths, pod)
  const length = Buffer.byteLength(join(paths.run, pod, 'sock'))
  const long = `its own path would have ${length} bytes, over ${limits.socketPathBytesMax}`
  if (path === join(paths.run, pod, 'sock')) return ok('socket', `${path} (${length} bytes).`)
  return (await isOursOrFree(dirname(path)))
    ? note('socket', `${path}, since ${long}.`)
    : wrong(
        'socket',
        `${dirname(path)} must be a folder of yours with mode 0700 (${long}): remove it.`,
      )
}

const isOursOrFree = (folder: string): Promise<boolean> =>
  lstat(folder).then(
    (found) => found.isDirectory() && found.uid === ownUid() && (found.mode & 0o777) === 0o700,
    () => true,
  )
