import type { ScreenEnd } from '../screen-end.js'
import type { ScreenWorld } from '../world.js'
import { offerFolder } from './offer-folder.js'
import { openPod } from './open-pod.js'

/**
 * Starts a new Pod in this folder and shows it. When a live Pod writes here already, the person may
 * attach to that one or start one that only reads.
 */
export const startNew = (world: ScreenWorld): Promise<ScreenEnd> =>
  offerFolder(
    world,
    { title: 'New Pod', argv: [], folder: world.io.cwd, readOnly: 'start one that only reads' },
    openPod,
  )
