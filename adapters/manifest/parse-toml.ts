import * as E from 'fp-ts/lib/Either.js'
import { parse, TomlError } from 'smol-toml'
import { limits } from '../../domain/limits.js'
import { messageOf } from '../node/message-of.js'

/** Parses TOML of bounded size and depth, or says what is wrong and in which line. */
export const parseToml = (text: string): E.Either<string, unknown> => {
  if (Buffer.byteLength(text) > limits.manifestBytesMax) return E.left(tooLong)
  return boundedDepth(parsed(text.startsWith('\uFEFF') ? text.slice(1) : text))
}

/** What is said of a manifest that is too long. */
export const tooLong = `over ${limits.manifestBytesMax} bytes, which no manifest needs`

const parsed = (text: string): E.Either<string, unknown> => {
  try {
    return E.right(parse(text))
  } catch (error) {
    return E.left(error instanceof TomlError ? tomlFault(error) : messageOf(error))
  }
}

const tomlFault = (error: TomlError): string => {
  const [first = ''] = error.message.split('\n')
  const what = first.replace('Invalid TOML document: ', '').replace(/\.$/, '')
  return `line ${error.line}, column ${error.column}: this is not TOML: ${what}`
}

// Dotted keys nest as deep as they are long; what follows walks the value by recursion.
const boundedDepth = (value: E.Either<string, unknown>): E.Either<string, unknown> =>
  E.isRight(value) && isDeeper(value.right, limits.manifestDepthMax)
    ? E.left(`tables nested deeper than ${limits.manifestDepthMax} levels, which no manifest needs`)
    : value

const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
