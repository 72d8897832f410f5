import * as E from 'fp-ts/lib/Either.js'

/** The JSON value of a line, or why there is none. The line must be UTF-8 without any fault. */
export const parseJsonLine = (line: Uint8Array): E.Either<string, unknown> => {
  const text = E.tryCatch(
    () => utf8.decode(line),
    () => 'the line is not UTF-8',
  )
  return E.isLeft(text) ? text : parseJson(text.right)
}

/** One line without its newline. U+2028 and U+2029 are escaped for clients that would split there. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, separatorEscape)

/** Whether the JSON of a line nests deeper than allowed; one pass, nothing is built. */
export const deeperThan = (depthMax: number, line: Uint8Array): boolean => {
  // Counters and no fold: a state for each byte would be eight million objects.
  let depth = 0
  let inText = false
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at]
    if (inText) {
      if (byte === backslash) at += 1
      else inText = byte !== quote
    } else if (byte === quote) inText = true
    else if (byte === openArray || byte === openObject) depth += 1
    else if (byte === closeArray || byte === closeObject) depth -= 1
    if (depth > depthMax) return true
  }
  return false
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const parseJson = (text: string): E.Either<string, unknown> =>
  E.tryCatch(
    (): unknown => JSON.parse(text),
    () => 'the line is not JSON',
  )

const separatorEscape = (char: string) => (char === '\u2028' ? '\\u2028' : '\\u2029')

const backslash = 0x5c
const quote = 0x22
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
