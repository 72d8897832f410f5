import { resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { isFolder } from '../adapters/node/is-folder.js'

/**
 * The absolute folder that a command works in: `--cwd` seen from where it was called, else that
 * place itself. A sentence when there is no such folder.
 */
export const sessionFolder = async (
  here: string,
  asked: string | undefined,
): Promise<E.Either<string, string>> => {
  const folder = resolve(here, asked ?? '.')
  if (await isFolder(folder)) return E.right(folder)
  return E.left(
    asked === undefined
      ? `The folder ${folder} ${isGone(folder)}: change to another one, or name one with --cwd.`
      : `There is no folder ${folder}: name one that exists with --cwd.`,
  )
}

/** How it is said of a folder that one works in that there is none of this name. */
export const isGone = (folder: string): string =>
  // Node writes this letter for what is no letter, and finds nothing by it.
  folder.includes('\ufffd') ? 'is gone, or its name is not UTF-8' : 'is gone'
