import type { Writable } from 'node:stream'
import { safeLine } from '../adapters/node/safe-line.js'
import type { ExitCode } from './command.js'

/**
 * Writes and resolves when the text has left this process. A reader that has gone is no error here:
 * the main program notices it and ends.
 */
export const writeText = (stream: Writable, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    stream.write(text, () => resolve())
  })

/** The value as indented JSON and a newline. */
export const writeJson = (stream: Writable, value: unknown): Promise<void> =>
  writeText(stream, `${jsonText(value, 2)}\n`)

/** The value as one line of JSON. */
export const writeJsonLine = (stream: Writable, value: unknown): Promise<void> =>
  writeText(stream, `${jsonText(value)}\n`)

/** JSON that a terminal may see: what is no plain text in it is written as its code. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    /[\x7f-\x9f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Says in one sentence why a command did nothing, and exits with 1. */
export const refused = async (
  io: { readonly stderr: Writable },
  sentence: string,
): Promise<ExitCode> => {
  await writeText(io.stderr, `yoi: ${safeLine(sentence)}\n`)
  return 1
}

/** Says what is wrong with the arguments and where help is, and exits with 2. */
export const misused = async (
  io: { readonly stderr: Writable },
  { command, sentence }: { readonly command: string; readonly sentence: string },
): Promise<ExitCode> => {
  const words = command === '' ? 'yoi' : `yoi ${command}`
  await writeText(io.stderr, `${words}: ${safeLine(sentence)} See ${words} --help.\n`)
  return 2
}
