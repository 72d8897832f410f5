import type { Projector } from '../../adapters/projector/projector.js'
import { limits } from '../../domain/limits.js'

/**
 * A projector that tries again by itself, every `limits.projectorRetryMs`, while what kept it from
 * its work may pass: a full disk, or too few descriptors, at the last event of a session.
 */
export const tryingAgain = (projector: Projector): Projector => {
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const advance = async (): Promise<boolean> => {
    clearTimeout(timer)
    const done = await projector.advance()
    clearTimeout(timer)
    if (!done && !closed) timer = setTimeout(() => void advance(), limits.projectorRetryMs).unref()
    return done
  }
  const close = (): Promise<void> => {
    closed = true
    clearTimeout(timer)
    return projector.close()
  }
  return { advance, reached: projector.reached, close }
}
