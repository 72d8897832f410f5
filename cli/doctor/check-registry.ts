import { constants } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { guardFailure } from '../../adapters/lock/kernel-guard.js'
import { liveEntries } from '../../adapters/lock/live-entries.js'
import { codeOf } from '../../adapters/node/code-of.js'
import { openRegular } from '../../adapters/node/open-regular.js'
import type { Paths } from '../../adapters/node/paths.js'
import { type Finding, ok, wrong } from './finding.js'

/** Whether a start could use the registry of Pods and its guard; in the words of a start, if not. */
export const checkRegistry = async ({ scopeLock, scopeGuard }: Paths): Promise<Finding> => {
  const pods = await liveEntries(scopeLock)
  if (E.isLeft(pods)) return wrong('registry', pods.left.message)
  try {
    await (await openRegular(scopeGuard, constants.O_RDWR)).close()
  } catch (error) {
    // The data folder, which is checked by itself, may not be there, or be no folder.
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR')
      return wrong('registry', guardFailure(scopeGuard, error).message)
  }
  return ok('registry', `The registry of Pods can be used; live Pods: ${pods.right.length}.`)
}
