import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import { limits } from '../../domain/limits.js'
import { permits, type Scope } from '../../domain/scope/scope.js'
import { fsSentence } from './fs-sentence.js'
import { startRipgrep } from './start-ripgrep.js'

/** Files below a folder. `cut`: why there may be more. */
export type FileList = {
  /** From the folder, by their code units. */
  readonly paths: ReadonlyArray<string>
  readonly cut: 'many' | 'late' | undefined
}

export type Most = { readonly files: number; readonly ms: number }

/**
 * The files below a folder that the scope lets one read and git does not ignore, hidden ones too: at
 * most so many, and what is found in that time. Links are left out, and names that
 * are not UTF-8. Rejects with a sentence when the folder cannot be listed; ended by the signal.
 */
export const listFiles = async (
  folder: { readonly path: string; readonly scope: Scope },
  signal: AbortSignal,
  most: Most = { files: limits.fileListMax, ms: limits.fileListMs },
): Promise<FileList> => {
  const base = await baseOf(folder.path)
  const child = await startRipgrep(arguments_, base)
  const late = AbortSignal.timeout(most.ms)
  const either = AbortSignal.any([signal, late])
  const kill = () => child.kill('SIGKILL')
  either.addEventListener('abort', kill)
  if (either.aborted) kill()
  const closed = once(child, 'close')
  child.stderr.resume()
  const mayRead = (path: string) => E.isRight(permits(folder.scope, 'read', join(base, path)))
  const { paths, isFull } = await taken(child.stdout, mayRead, most.files)
  if (isFull) kill()
  await closed
  either.removeEventListener('abort', kill)
  return { paths, cut: isFull ? 'many' : late.aborted ? 'late' : undefined }
}

// Not by realPath, which also takes what is not there.
const baseOf = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch (error) {
    throw new Error(fsSentence(path, error))
  }
}

const arguments_: ReadonlyArray<string> = [
  '--no-config',
  '--files',
  '--null',
  '--hidden',
  '--no-require-git',
  '--no-ignore-global',
  '--sort=path',
  '--glob=!.git',
]

type Taken = { readonly paths: ReadonlyArray<string>; readonly isFull: boolean }

const taken = async (
  stdout: Readable,
  mayRead: (path: string) => boolean,
  most: number,
): Promise<Taken> => {
  const paths: string[] = []
  for await (const name of names(stdout)) {
    // What is no UTF-8 cannot be named in a message.
    if (name.includes('\uFFFD') || !mayRead(name)) continue
    if (paths.length >= most) return { paths, isFull: true }
    paths.push(name)
  }
  return { paths, isFull: false }
}

async function* names(stdout: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stdout) {
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(0)
    for (const name of bytes.toString('utf8', 0, Math.max(0, end)).split('\0'))
      if (name !== '') yield name
    rest = bytes.subarray(end + 1)
  }
}
