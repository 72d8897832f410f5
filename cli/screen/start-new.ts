import * as E from 'fp-ts/lib/Either.js'
import type { PodEntry } from '../../adapters/lock/pod-entry.js'
import { safeLine } from '../../adapters/node/safe-line.js'
import { canonicalScope } from '../../adapters/tools/canonical-scope.js'
import { folderScope, writeOverlap } from '../../domain/scope/scope.js'
import type { ExitCode } from '../command.js'
import { listEntries } from '../pod-registry.js'
import { ask } from '../tui/ask.js'
import { offer, updateOffer, viewOffer } from '../tui/offer.js'
import { openPod } from './open-pod.js'
import { livePod, showPod } from './show-pod.js'
import type { ScreenWorld } from './world.js'

/**
 * Starts a new Pod in this folder and shows it. When a live Pod writes here already, the person may
 * attach to that one or start one that only reads.
 */
export const startNew = async (world: ScreenWorld): Promise<ExitCode> => {
  const holder = await holderOf(world)
  if (holder === undefined) return openPod(world, { title: 'New Pod', argv: [] })
  const { terminal, io } = world
  const answer = await ask(terminal, {
    initial: offer(question(holder)),
    update: updateOffer,
    view: viewOffer,
  })
  if (answer === undefined) return 130
  return answer === 'attach'
    ? showPod(livePod(holder), terminal, io)
    : openPod(world, {
        title: 'New Pod, which only reads',
        argv: ['--overlay', readOverlay(io.cwd)],
      })
}

const holderOf = async ({ paths, io }: ScreenWorld): Promise<PodEntry | undefined> => {
  const entries = await listEntries(paths)
  if (E.isLeft(entries)) return undefined
  const mine = await canonicalScope(folderScope(io.cwd))
  return entries.right.find(({ scope }) => writeOverlap(mine, scope) !== undefined)
}

const question = ({ pod }: PodEntry): string =>
  `Pod ${safeLine(pod)} works in this folder, and only one Pod may write here.`

const readOverlay = (cwd: string): string =>
  `[[scope.allow]]\ntarget = ${JSON.stringify(cwd)}\npermission = "read"`
