import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'

/**
 * The absolute folder that a command works in: `--cwd` seen from where it was called, else that
 * place itself. A sentence when there is no such folder.
 */
export const sessionFolder = async (
  here: string,
  asked: string | undefined,
): Promise<E.Either<string, string>> => {
  const folder = resolve(here, asked ?? '.')
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) return E.right(folder)
  return E.left(
    asked === undefined
      ? `The folder ${folder} is gone: change to another one, or name one with --cwd.`
      : `There is no folder ${folder}: name one that exists with --cwd.`,
  )
}
