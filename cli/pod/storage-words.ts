import { limits } from '../../domain/limits.js'

/** What is added for whoever asked what the log did not take: that alone is to be sent again. */
export const notTaken =
  'What you sent was not recorded and nothing was done: send it again when that is mended.'

export type Broken = {
  /** A turn was under way that is in the log. */
  readonly runs: boolean
  /** The Pod leaves, since it was told to. */
  readonly leaves: boolean
}

/** What becomes of a Pod whose log took nothing, and of the turn that ran; for all who watch it. */
export const brokenWords = ({ runs, leaves }: Broken): string => {
  if (!runs) return leaves ? 'The Pod leaves all the same.' : `The Pod ${triesAgain}.`
  const next = leaves
    ? 'The Pod leaves, and the turn can be resumed in the next one.'
    : `The Pod ${triesAgain}; then the turn rests and can be resumed.`
  return `${turnStopped} ${next}`
}

const triesAgain = `tries again every ${limits.storageRetryMs / 1000} s`

const turnStopped =
  'The turn was stopped. Its input and what came of it before are in the log, so do not send it ' +
  'again; what has come since is not.'
