import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * The absolute path without links, as far as it exists; a dangling link counts as the place that it
 * points to. A circle of links stays as written.
 */
export const realPath = (path: string, linksMax = 40): string => {
  try {
    return realpathSync(path)
  } catch {
    // Missing or not to be looked into: what can be known is where its parent really is.
    return dirname(path) === path ? path : realPathOfMissing(path, linksMax)
  }
}

const realPathOfMissing = (path: string, linksMax: number): string => {
  const parent = realPath(dirname(path), linksMax)
  const target = linkTarget(path)
  return target === undefined || linksMax === 0
    ? join(parent, basename(path))
    : realPath(resolve(parent, target), linksMax - 1)
}

const linkTarget = (path: string): string | undefined => {
  try {
    return readlinkSync(path)
  } catch {
    // Not a link.
    return undefined
  }
}
