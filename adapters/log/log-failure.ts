import type { LogFailure } from '../../domain/ports.js'
import { messageOf } from '../node/message-of.js'

/** The outcome of one step of writing: undefined when it went well. */
export type Step = Promise<LogFailure | undefined>

type Code = LogFailure['code']

/** A failure of the log at `path` with its sentence; `detail` says what the system said. */
export const logFailure = (path: string, code: Code, detail: string): LogFailure => ({
  code,
  message: sentences[code](path, detail),
})

const sentences: Readonly<Record<Code, (path: string, detail: string) => string>> = {
  write_failed: (path, detail) =>
    `The log ${path} could not be written (${detail}); nothing was recorded: ` +
    'free space or mend the disk, then send the input again.',
  sync_failed: (path, detail) =>
    `The log ${path} could not be made durable (${detail}); nothing was recorded: ` +
    'check the disk, then send the input again.',
  intruder: (path, detail) =>
    `The log ${path} is not as this Pod knows it (${detail}); nothing was written: ` +
    'stop whatever else writes it, then check it with `yoi verify`.',
  poisoned: (path, detail) =>
    `The log ${path} takes nothing since a write failed (${detail}): free space or mend the disk; ` +
    'the Pod tries again by itself.',
  create_failed: (path, detail) =>
    `The log ${path} could not be made (${detail}); ` +
    'check the folder and its owner, then send the input again.',
}

/** Runs a step and turns what it throws into a failure of `code`. */
export const attempt = async (path: string, code: Code, step: () => Step): Step => {
  try {
    return await step()
  } catch (error) {
    return logFailure(path, code, messageOf(error))
  }
}
