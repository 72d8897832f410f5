import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import type { CommandIo } from '../command.js'
import { stdinText } from '../stdin-text.js'
import { stdinKind } from './stdin-kind.js'

/** The prompt of a turn without a terminal, and a word on where it came from. */
export type Prompt = { readonly prompt: string; readonly origin: string }

// Two lines, so that the offline model, which works by rules, understands the first one.
const builtIn: Prompt = {
  prompt: 'What files are here?\nThen say in one sentence what this project is.',
  origin: 'with a built-in prompt',
}

const firstByteMs = 1000

/**
 * Reads stdin when it is a file, or a pipe that gives a byte within a second; else, or when it holds
 * nothing but blanks, the built-in prompt. Left: why what is there can be no prompt.
 */
export const promptFrom = async (stdin: CommandIo['stdin']): Promise<E.Either<string, Prompt>> => {
  const patienceMs = patienceWith()
  if (patienceMs === undefined) return E.right(builtIn)
  return E.map((text: string) =>
    text.trim() === '' ? builtIn : { prompt: text, origin: 'with the prompt from stdin' },
  )(await stdinText(stdin, patienceMs))
}

// How long the first byte may take; nothing when there will be none. A file is read as it is.
const patienceWith = (): number | undefined => {
  switch (stdinKind()) {
    case 'file':
      return limits.timerMsMax
    case 'pipe':
    case 'socket':
      return firstByteMs
    case 'other':
      return undefined
  }
}
