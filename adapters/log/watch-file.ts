import { type FSWatcher, watch } from 'node:fs'
import { limits } from '../../domain/limits.js'

/** Tells when a file may have changed. */
export type FileWatch = {
  /** Resolves at the next change, at the latest after `limits.watchPollMs`: then look anyway. */
  readonly changed: () => Promise<void>
  readonly close: () => void
}

/**
 * Watches one file. Where the system has no more watches, or the file is replaced by another one,
 * only the look after a while is left.
 */
export const watchFile = (path: string): FileWatch => {
  const state: { dirty: boolean; wake?: (() => void) | undefined } = { dirty: false }
  const watcher = watcherOf(path, () => {
    state.dirty = true
    state.wake?.()
  })
  return {
    changed: async () => {
      if (!state.dirty) await wakened(state)
      state.dirty = false
    },
    close: () => {
      watcher?.close()
      state.wake?.()
    },
  }
}

const wakened = (state: { wake?: (() => void) | undefined }): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => state.wake?.(), limits.watchPollMs)
    state.wake = () => {
      clearTimeout(timer)
      state.wake = undefined
      resolve()
    }
  })

const watcherOf = (path: string, onChange: () => void): FSWatcher | undefined => {
  try {
    return watch(path, onChange).on('error', () => undefined)
  } catch {
    return undefined
  }
}
