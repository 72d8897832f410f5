import { PassThrough, Readable, Writable } from 'node:stream'
import type { CommandIo } from '../../cli/command.js'

/** A world for a command that keeps what was written. */
export const collectedIo = (
  place: Partial<Pick<CommandIo, 'env' | 'cwd' | 'stdin'>> = {},
): CommandIo & { readonly out: () => string; readonly err: () => string } => {
  const out = collector()
  const err = collector()
  return {
    env: place.env ?? {},
    cwd: place.cwd ?? '/',
    stdin: place.stdin ?? Readable.from([]),
    stdout: out.stream,
    stderr: err.stream,
    out: out.text,
    err: err.text,
  }
}

const collector = (): { readonly stream: Writable; readonly text: () => string } => {
  const chunks: Array<string> = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      chunks.push(String(chunk))
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

/** A stream whose reader takes nothing until it is told to. */
export const slowStream = (): PassThrough => new PassThrough({ highWaterMark: 1 })
