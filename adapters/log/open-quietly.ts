import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { codeOf } from '../node/code-of.js'
import { openedRegular } from '../node/open-regular.js'
import { type QuickFile, quickFiles, type ReadableFile } from '../node/quick-files.js'

/**
 * Opens a regular file for reading without changing a time of it, where the system allows that.
 * Never waits for the other end of a FIFO. Rejects as `openRegular` does.
 */
export const openQuietly = (path: string): Promise<FileHandle> => openFile(path, open)

/** The same in this thread, and so are its short reads: for who follows what was just written. */
export const openHere = (path: string): Promise<QuickFile> => openFile(path, quickFiles.open)

type Open<F> = (path: string, flags: number) => Promise<F>

// Only the owner may ask for O_NOATIME; others read as anyone does.
const openFile = <F extends ReadableFile>(path: string, open: Open<F>): Promise<F> =>
  openedRegular((flags) =>
    open(path, flags | (constants.O_NOATIME ?? 0)).catch((error: unknown) => {
      if (codeOf(error) !== 'EPERM') throw error
      return open(path, flags)
    }),
  )
