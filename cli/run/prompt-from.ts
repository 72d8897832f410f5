import { fstatSync } from 'node:fs'
import type { CommandIo } from '../command.js'

/** The prompt of a turn without a terminal, and a word on where it came from. */
export type Prompt = { readonly prompt: string; readonly origin: string }

const builtIn: Prompt = {
  prompt: 'List the files in this folder and say in one sentence what this project is.',
  origin: 'with a built-in prompt',
}

const firstByteMs = 1000

const promptBytesMax = 1024 * 1024

/**
 * Reads stdin when it is a file, or a pipe that gives a byte within a second; else, or when it holds
 * nothing but blanks, the built-in prompt.
 */
export const promptFrom = async (stdin: CommandIo['stdin']): Promise<Prompt> => {
  if (!mayHoldPrompt()) return builtIn
  const text = await textOf(stdin)
  return text.trim() === '' ? builtIn : { prompt: text, origin: 'with the prompt from stdin' }
}

const mayHoldPrompt = (): boolean => {
  try {
    const stat = fstatSync(0)
    return stat.isFile() || stat.isFIFO() || stat.isSocket()
  } catch {
    // No standard input at all is the same as an empty one.
    return false
  }
}

const textOf = (stdin: CommandIo['stdin']): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = () => {
      stdin.pause()
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
    const patience = setTimeout(finish, firstByteMs)
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(patience)
      chunks.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > promptBytesMax) finish()
    })
    stdin.once('end', finish)
    stdin.once('error', finish)
  })
