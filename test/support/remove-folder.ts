import { rm } from 'node:fs/promises'

/** Removes a folder with all in it, although a process that is ending may still write there. */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
