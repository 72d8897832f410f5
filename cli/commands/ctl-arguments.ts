import * as E from 'fp-ts/lib/Either.js'
import { parseArguments } from '../args.js'

/** What each verb of `yoi ctl` takes after it. */
export const ctlVerbs = {
  run: 'text',
  queue: 'text',
  withdraw: 'id',
  notify: 'text',
  pause: 'nothing',
  resume: 'nothing',
  cancel: 'nothing',
  abandon: 'nothing',
  shutdown: 'nothing',
  history: 'number',
} as const

export type CtlVerb = keyof typeof ctlVerbs

export type CtlArguments = {
  readonly pod: string
  readonly verb: CtlVerb
  /** The words after the verb, joined by blanks; absent when there are none. */
  readonly text?: string
  readonly json: boolean
}

/** Reads the command line of `yoi ctl`, or says what is wrong with it. */
export const ctlArguments = (argv: ReadonlyArray<string>): E.Either<string, CtlArguments> => {
  const parsed = parseArguments(argv, { options, wordsMax: Number.POSITIVE_INFINITY })
  if (E.isLeft(parsed)) return parsed
  const { values, words } = parsed.right
  return fromWords(words, values.json === true)
}

const options = { json: { type: 'boolean' } } as const

const fromWords = (words: ReadonlyArray<string>, json: boolean): E.Either<string, CtlArguments> => {
  const [pod, verb, ...text] = words
  if (pod === undefined || verb === undefined)
    return E.left(
      'It needs a Pod and a method, as in yoi ctl <pod> pause; yoi pods lists the Pods.',
    )
  if (!isVerb(verb)) return E.left(`"${verb}" is no method; it is one of ${verbList}.`)
  if (ctlVerbs[verb] === 'nothing' && text.length > 0) return E.left(`${verb} takes nothing more.`)
  return E.right({ pod, verb, json, ...(text.length === 0 ? {} : { text: text.join(' ') }) })
}

const isVerb = (word: string): word is CtlVerb => Object.hasOwn(ctlVerbs, word)

const verbList = Object.keys(ctlVerbs).join(', ')
