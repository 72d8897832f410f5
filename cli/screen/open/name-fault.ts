import type { PodEntry } from '../../../adapters/lock/pod-entry.js'
import { podNameFault } from '../../../domain/manifest/pod-name.js'
import { shellWord } from '../../../domain/shell-word.js'
import type { NameFault } from '../../tui/dialog/name-dialog.js'

type LivePod = Pick<PodEntry, 'pod' | 'pid'>

/** What is wrong with a name beside these live Pods, in a sentence; undefined when it is good. */
export const nameFault =
  (live: ReadonlyArray<LivePod>): NameFault =>
  (name) => {
    const fault = podNameFault(name)
    if (fault !== undefined) return `This cannot be the name of a Pod: ${fault}.`
    const holder = live.find(({ pod }) => pod === name)
    return holder === undefined ? undefined : taken(holder)
  }

const taken = ({ pod, pid }: LivePod): string =>
  `A live Pod (pid ${pid}) has this name: choose another one, or leave and attach to it ` +
  `with: yoi ${shellWord(pod)}`
