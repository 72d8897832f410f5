import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * Tells when a socket of this path may have been made anew, by what the system tells of its folder and
 * of the folder above, until the function that it gives is called. Where there is nothing to watch, or
 * no watch to be had, it never tells.
 */
export const awaitSocket = (path: string, came: () => void): (() => void) => {
  const folder = dirname(path)
  const watches: { inner?: FSWatcher | undefined } = {}
  const lookInside = () => {
    watches.inner?.close()
    watches.inner = watching(folder, basename(path), came)
  }
  // A Pod that leaves takes its folder along; the next one makes a new one.
  const outer = watching(dirname(folder), basename(folder), () => {
    lookInside()
    came()
  })
  lookInside()
  return () => {
    outer?.close()
    watches.inner?.close()
  }
}

const watching = (folder: string, name: string, told: () => void): FSWatcher | undefined => {
  try {
    const watcher = watch(folder, { persistent: false }, (event, file) => {
      if (event === 'rename' && file === name) told()
    })
    return watcher.on('error', () => undefined)
  } catch {
    return undefined
  }
}
