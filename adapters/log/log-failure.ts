import type { LogFailure } from '../../domain/ports.js'
import { messageOf } from '../node/message-of.js'
import { writeCure } from '../node/write-cure.js'

/** The outcome of one step of writing: undefined when it went well. */
export type Step = Promise<LogFailure | undefined>

type Code = LogFailure['code']

/**
 * A failure of the log at `path` with its sentence: what the system said, or another cause in words,
 * and what cures it. What becomes of inputs and turns is for the Pod to say.
 */
export const logFailure = (path: string, code: Code, cause: unknown): LogFailure => ({
  code,
  message: sentences[code](path, messageOf(cause), writeCure(cause)),
})

type Sentence = (path: string, detail: string, cure: string) => string

// The path is long and comes last: where room is scarce, what happened and what helps are seen.
const sentences: Readonly<Record<Code, Sentence>> = {
  write_failed: (path, detail, cure) =>
    `The log could not be written (${detail}): ${cure}. It is ${path}.`,
  sync_failed: (path, detail, cure) =>
    `The log could not be made durable (${detail}): ${cure}. It is ${path}.`,
  intruder: (path, detail) =>
    `The log is not as this Pod knows it (${detail}): stop whatever else writes it, then check it ` +
    `with \`yoi verify\`. It is ${path}.`,
  poisoned: (path, detail) =>
    `The log takes nothing since a write failed (${detail}): make room or mend the disk. It is ${path}.`,
  create_failed: (path, detail, cure) =>
    `The log could not be made (${detail}): ${cure}. It is ${path}.`,
}

/** Runs a step and turns what it throws into a failure of `code`. */
export const attempt = async (path: string, code: Code, step: () => Step): Step => {
  try {
    return await step()
  } catch (error) {
    return logFailure(path, code, error)
  }
}
