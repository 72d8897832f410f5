import { limits } from '../../../domain/limits.js'
import type { Preview } from '../../tui/picker/picker-row.js'

/** Reads previews for a picker. */
export type PreviewLoader = {
  /** The row that is selected now; `shown` is called later, if it is still selected then. */
  readonly select: (id: string | undefined, shown: (id: string, preview: Preview) => void) => void
  readonly close: () => void
}

/**
 * Reads the preview of a row that stays selected for a moment, one at a time, so that a key held
 * down reads nothing. A preview that cannot be read is none.
 */
export const previewLoader = (
  load: (id: string) => Promise<Preview | undefined>,
): PreviewLoader => {
  let wanted: string | undefined
  let read: string | undefined
  let isReading = false
  let timer: NodeJS.Timeout | undefined
  const readWanted = async (shown: (id: string, preview: Preview) => void) => {
    if (isReading) return
    isReading = true
    while (wanted !== undefined && wanted !== read) {
      const id = wanted
      const preview = await load(id).catch(() => undefined)
      read = id
      if (preview !== undefined && wanted === id) shown(id, preview)
    }
    isReading = false
  }
  return {
    select: (id, shown) => {
      if (id === wanted) return
      wanted = id
      clearTimeout(timer)
      timer = setTimeout(() => void readWanted(shown), limits.previewWaitMs)
    },
    close: () => {
      wanted = undefined
      clearTimeout(timer)
    },
  }
}
