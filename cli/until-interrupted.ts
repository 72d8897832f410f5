import type { ExitCode } from './command.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The exit code of some work that only reads, or 130 as soon as somebody presses Ctrl-C or the
 * terminal goes: nobody waits for the work then, and what it began is dropped with the process.
 */
export const untilInterrupted = async (work: () => Promise<ExitCode>): Promise<ExitCode> => {
  let interrupt = (): void => undefined
  const interrupted = new Promise<ExitCode>((resolve) => {
    interrupt = () => resolve(130)
  })
  for (const signal of signals) process.once(signal, interrupt)
  try {
    return await Promise.race([work(), interrupted])
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
  }
}
