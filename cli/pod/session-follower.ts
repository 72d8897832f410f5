import { type ProjectorOptions, projector } from '../../adapters/projector/projector.js'
import type { Follower } from './loop-world.js'
import { tryingAgain } from './trying-again.js'

/** The projector of a Pod's session, which remembers what keeps the files from agreeing. */
export const sessionFollower = <S>(
  options: ProjectorOptions<S>,
): Follower & { readonly close: () => Promise<void>; readonly settled: () => Promise<boolean> } => {
  let trouble: string | undefined
  const onTrouble = (sentence: string): void => {
    trouble = sentence
    options.onTrouble(sentence)
  }
  const { advance, reached, close } = tryingAgain(projector({ ...options, onTrouble }))
  return {
    advance: () => void advance(),
    reached: async (seq) => {
      const agrees = await reached(seq)
      if (agrees) trouble = undefined
      return agrees
    },
    trouble: () => trouble,
    settled: advance,
    close,
  }
}
