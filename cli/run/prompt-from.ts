import { fstatSync } from 'node:fs'
import { limits } from '../../domain/limits.js'
import type { CommandIo } from '../command.js'

/** The prompt of a turn without a terminal, and a word on where it came from. */
export type Prompt = { readonly prompt: string; readonly origin: string }

// Two lines, so that the offline model, which works by rules, understands the first one.
const builtIn: Prompt = {
  prompt: 'What files are here?\nThen say in one sentence what this project is.',
  origin: 'with a built-in prompt',
}

const firstByteMs = 1000

const promptBytesMax = 1024 * 1024

/**
 * Reads stdin when it is a file, or a pipe that gives a byte within a second; else, or when it holds
 * nothing but blanks, the built-in prompt.
 */
export const promptFrom = async (stdin: CommandIo['stdin']): Promise<Prompt> => {
  const patienceMs = patienceWith()
  if (patienceMs === undefined) return builtIn
  const text = await textOf(stdin, patienceMs)
  return text.trim() === '' ? builtIn : { prompt: text, origin: 'with the prompt from stdin' }
}

// How long the first byte may take; nothing when there will be none. A file is read as it is.
const patienceWith = (): number | undefined => {
  try {
    const stat = fstatSync(0)
    if (stat.isFile()) return limits.timerMsMax
    return stat.isFIFO() || stat.isSocket() ? firstByteMs : undefined
  } catch {
    // No standard input at all is the same as an empty one.
    return undefined
  }
}

const textOf = (stdin: CommandIo['stdin'], patienceMs: number): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = () => {
      clearTimeout(patience)
      stdin.pause()
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
    // A busy machine may wake us late: what waits in the pipe by then is read all the same.
    const giveUp = () => setImmediate(() => chunks.length === 0 && finish())
    const patience = setTimeout(giveUp, patienceMs)
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(patience)
      chunks.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > promptBytesMax) finish()
    })
    stdin.once('end', finish)
    stdin.once('error', finish)
  })
