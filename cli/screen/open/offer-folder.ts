import * as E from 'fp-ts/lib/Either.js'
import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { writeText } from '../../output.js'
import { ask } from '../../tui/dialog/ask.js'
import { updateOffer, viewOffer } from '../../tui/dialog/offer.js'
import { readingWords } from '../../tui/dialog/reading-words.js'
import { safeText } from '../../tui/text/safe-text.js'
import { shortFolder } from '../../tui/text/short-folder.js'
import { leftDialog, notShown, type ScreenEnd } from '../screen-end.js'
import { livePod, showPod } from '../show/show-pod.js'
import type { ScreenWorld } from '../world.js'
import { folderHolder } from './folder-holder.js'
import type { PodToOpen } from './open-pod.js'
import { readOverlay } from './read-overlay.js'

/**
 * Opens the Pod as `open` does. When a live Pod writes in its folder already, the person may attach
 * to that one, or open one that only reads.
 */
export const offerFolder = async (
  world: ScreenWorld,
  pod: PodToOpen,
  open: (world: ScreenWorld, pod: PodToOpen) => Promise<ScreenEnd>,
): Promise<ScreenEnd> => {
  const { terminal, io } = world
  const holder = await folderHolder(world, pod.folder)
  if (E.isLeft(holder)) return notShown(holder.left)
  if (holder.right === undefined) return open(world, pod)
  const asked = question(holder.right, shortFolder(pod.folder, io.env['HOME']))
  if (world.isPlain) return attachPlainly(world, holder.right, asked)
  const answer = await ask(terminal, {
    initial: {
      size: { width: 80, height: 24 },
      keymap: terminal.settings.keymap,
      question: asked,
      readOnly: pod.readOnly,
      note: readingWords,
    },
    update: updateOffer,
    view: viewOffer,
  })
  if (answer === undefined) return leftDialog
  return answer === 'attach' ? showPod(world, livePod(holder.right)) : open(world, readingOnly(pod))
}

// A line is too little to choose by: whoever wants another Pod says so on the command line.
const attachPlainly = async (
  world: ScreenWorld,
  holder: PodEntry,
  asked: string,
): Promise<ScreenEnd> => {
  await writeText(world.io.stdout, safeText(`${asked}\nThis is that Pod.\n`))
  return showPod(world, livePod(holder))
}

const question = ({ pod }: PodEntry, folder: string): string =>
  `Pod ${pod} works in this folder, and only one Pod may write here: ${folder}`

const readingOnly = (pod: PodToOpen): PodToOpen => ({
  ...pod,
  title: `${pod.title}, which only reads`,
  note: readingWords,
  argv: [...pod.argv, '--overlay', readOverlay(pod.folder)],
})
