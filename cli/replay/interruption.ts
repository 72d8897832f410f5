import type { ExitCode } from '../command.js'

/**
 * Works until it is done or Ctrl-C comes: then at once 130, whatever the work is at. The signal tells
 * the work that nobody waits for it any more.
 */
export const untilInterrupted = async (
  work: (interrupted: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const controller = new AbortController()
  const { signal } = controller
  const interrupt = (): void => controller.abort()
  const interrupted = new Promise<ExitCode>((resolve) => {
    signal.addEventListener('abort', () => resolve(130))
  })
  process.once('SIGINT', interrupt)
  try {
    return await Promise.race([work(signal), interrupted])
  } finally {
    process.off('SIGINT', interrupt)
  }
}
