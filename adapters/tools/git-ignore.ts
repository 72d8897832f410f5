import { lstat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import ignore, { type Ignore } from 'ignore'
import { limits } from '../../domain/limits.js'
import { permits, type Scope } from '../../domain/scope/scope.js'
import { openPlace } from './open-place.js'

/** The .gitignore files that speak of what lies in a folder, the nearest first. */
export type IgnoreChain = ReadonlyArray<{ readonly folder: string; readonly rules: Ignore }>

/**
 * The chain for a folder where a search starts: its own file and those above it, up to the folder
 * that holds .git, as far as the scope lets them be read. A file that excludes the folder itself
 * is left out, since the search was asked for there.
 */
export const chainAt = async (folder: string, scope: Scope): Promise<IgnoreChain> => {
  const own = await ownRules(folder, scope)
  const above = dirname(folder)
  if (above === folder || (await isRepository(folder)) || !mayRead(scope, above)) return own
  const chain = await chainAt(above, scope)
  return isExcluded(chain, folder, true) ? own : [...own, ...chain]
}

/** The chain one folder deeper. */
export const chainBelow = async (
  chain: IgnoreChain,
  folder: string,
  scope: Scope,
): Promise<IgnoreChain> => [...(await ownRules(folder, scope)), ...chain]

/** Whether a file or folder in the chain's folder is excluded; the nearest rule decides. */
export const isExcluded = (chain: IgnoreChain, path: string, isFolder: boolean): boolean => {
  for (const { folder, rules } of chain) {
    const { ignored, unignored } = rules.test(relative(folder, path) + (isFolder ? '/' : ''))
    if (ignored || unignored) return ignored
  }
  return false
}

const ownRules = async (folder: string, scope: Scope): Promise<IgnoreChain> => {
  const text = await smallText(join(folder, '.gitignore'), scope)
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }]
}

const smallText = async (path: string, scope: Scope): Promise<string | undefined> => {
  if (!mayRead(scope, path)) return undefined
  try {
    const opened = await openPlace({ shown: path, real: path })
    if (E.isLeft(opened)) return undefined
    const { handle, stats } = opened.right
    const isSmall = stats.size <= limits.fileRefBytesMax
    return await (isSmall ? handle.readFile('utf8') : Promise.resolve(undefined)).finally(() =>
      handle.close(),
    )
  } catch {
    // No such file, or one that cannot be read: it excludes nothing.
    return undefined
  }
}

const isRepository = async (folder: string): Promise<boolean> => {
  try {
    await lstat(join(folder, '.git'))
    return true
  } catch {
    // Nothing there.
    return false
  }
}

const mayRead = (scope: Scope, path: string) => E.isRight(permits(scope, 'read', path))
