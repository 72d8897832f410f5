import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'

/**
 * What is wrong with the words of the command line, in a sentence: one that is not UTF-8 has lost
 * what it held by the time that it is read, so it names another file or says something else.
 */
export const argvFault = (
  argv: ReadonlyArray<string>,
  commandLine: () => Buffer | undefined = ownCommandLine,
): string | undefined => {
  const at = argv.findIndex((word) => word.includes('\ufffd') && !isMeant(word, commandLine()))
  return at === -1
    ? undefined
    : `${JSON.stringify(argv[at])} is not UTF-8, and yoi takes nothing else: write it in UTF-8, or rename the file that is meant.`
}

// Who really writes U+FFFD has its bytes there.
const isMeant = (word: string, commandLine: Buffer | undefined): boolean =>
  commandLine === undefined ||
  isUtf8(commandLine) ||
  commandLine.includes(Buffer.from(`\0${word}\0`))

// Only Linux tells the bytes that the program was called with.
const ownCommandLine = (): Buffer | undefined => {
  try {
    return readFileSync('/proc/self/cmdline')
  } catch {
    return undefined
  }
}
