import * as E from 'fp-ts/lib/Either.js'
import type { CommandIo } from '../command.js'
import { fitsMessage, stdinText, tooLongText } from '../stdin-text.js'
import { stdinKind } from './stdin-kind.js'

/** A prompt, and what has to be said before it is played. */
export type AskedPrompt = { readonly prompt: string; readonly remark?: string }

/**
 * The prompt of `yoi run`: its word, or what stdin holds when the word is `-` or left out; a `-`
 * behind a word sends stdin along below it. Left: a sentence on what is wrong.
 */
export const askedPrompt = async (
  words: ReadonlyArray<string>,
  stdin: CommandIo['stdin'],
): Promise<E.Either<string, AskedPrompt>> => {
  const [word = '-', behind] = words
  if (behind !== undefined && (behind !== '-' || word === '-'))
    return E.left(`${JSON.stringify(behind)} is one word too many: put the prompt in quotes.`)
  if (words.length === 0 && stdin.isTTY === true) return E.left(missing)
  if (word === '-') return fromStdin(words, stdin)
  if (word.trim() === '') return E.left(missing)
  return behind === undefined ? E.right({ prompt: word, ...remarkOn() }) : both(word, stdin)
}

const missing =
  'A prompt is missing: yoi run "your words", or a text on stdin, as in: yoi run - < notes.txt.'

const fromStdin = async (
  words: ReadonlyArray<string>,
  stdin: CommandIo['stdin'],
): Promise<E.Either<string, AskedPrompt>> => {
  const text = await stdinText(stdin)
  if (E.isLeft(text)) return text
  if (text.right.trim() !== '') return E.right({ prompt: text.right })
  return E.left(words.length === 0 ? missing : empty)
}

const empty = 'Nothing is on stdin: there is no prompt.'

const both = async (
  word: string,
  stdin: CommandIo['stdin'],
): Promise<E.Either<string, AskedPrompt>> => {
  const text = await stdinText(stdin)
  if (E.isLeft(text)) return text
  if (text.right.trim() === '') return E.left('Nothing is on stdin to go along with the prompt.')
  const prompt = `${word}\n\n${text.right}`
  return fitsMessage(prompt)
    ? E.right({ prompt })
    : E.left(tooLongText('The prompt and the text on stdin together are'))
}

// Whether a pipe holds anything cannot be known without taking it from who else reads there.
const remarkOn = (): Pick<AskedPrompt, 'remark'> => {
  const kind = stdinKind()
  return kind === 'file' || kind === 'pipe' ? { remark: notRead } : {}
}

const notRead = 'stdin is not read beside a prompt; a - behind the prompt sends it along.'
