import { type ParseArgsConfig, parseArgs } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import { codeOf } from '../adapters/node/code-of.js'
import { messageOf } from '../adapters/node/message-of.js'
import { nearMiss } from '../domain/manifest/near-miss.js'

type Options = NonNullable<ParseArgsConfig['options']>

/** What a command takes: options as `parseArgs` of node:util describes them. */
export type ArgumentSpec<O extends Options> = {
  readonly options: O
  /** How many words it takes besides its options; none when left out. */
  readonly wordsMax?: number
}

type Config<O extends Options> = {
  readonly options: O
  readonly allowPositionals: true
  readonly strict: true
}

export type Arguments<O extends Options> = {
  readonly values: ReturnType<typeof parseArgs<Config<O>>>['values']
  readonly words: ReadonlyArray<string>
}

/** Reads a command's arguments, or says in one sentence what is wrong with them. */
export const parseArguments = <O extends Options>(
  argv: ReadonlyArray<string>,
  { options, wordsMax = 0 }: ArgumentSpec<O>,
): E.Either<string, Arguments<O>> => {
  try {
    const config: Config<O> = { options, allowPositionals: true, strict: true }
    const { values, positionals } = parseArgs({ args: [...argv], ...config })
    const extra = positionals[wordsMax]
    if (extra !== undefined) return E.left(`${JSON.stringify(extra)} is one word too many.`)
    const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
    return empty === undefined
      ? E.right({ values: values as Arguments<O>['values'], words: positionals })
      : E.left(`--${empty[0]} needs a value, and here it is empty.`)
  } catch (error) {
    return E.left(
      wordsMax > 0 && argv.some(isText)
        ? 'Words that begin with "-" go behind "--", as in: -- "- what to do".'
        : faultOf(error, Object.keys(options)),
    )
  }
}

// No option has a blank in it, but for its value.
const isText = (word: string): boolean => /^-[^=\s]*\s/.test(word)

const faultOf = (error: unknown, names: ReadonlyArray<string>): string => {
  const message = messageOf(error)
  const option = /'([^']*)'/.exec(message)?.[1] ?? ''
  switch (codeOf(error)) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return unknownOption(option, names)
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return `${option.replace(/^-., | <value>$/g, '')} ${valueFault(message)}.`
    default:
      return message
  }
}

const unknownOption = (option: string, names: ReadonlyArray<string>): string => {
  const near = nearMiss(option.replace(/^-+/, ''), names)
  const hint = near === undefined ? '' : `; did you mean --${near}?`
  return `There is no option ${JSON.stringify(option)}${hint === '' ? '.' : hint}`
}

const valueFault = (message: string): string => {
  if (message.includes('does not take an argument')) return 'takes no value'
  return message.includes('ambiguous')
    ? 'needs a value; one that starts with "-" is written with "="'
    : 'needs a value'
}
