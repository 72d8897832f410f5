import type { JsonlLog } from '../../adapters/log/jsonl-log.js'
import { bytesAt } from './disk-image.js'
import { openLog, places } from './disk-story.js'
import type { MemoryLog } from './memory-log.js'
import { type ModelDisk, modelDisk } from './model-disk.js'

/** The real log of a session on a model disk. */
export type DiskLog = MemoryLog & { readonly disk: ModelDisk }

/** A session's log on a disk of its own, which does what its plan says. */
export const diskLog = (): DiskLog => {
  const disk = modelDisk()
  const read = () => bytesAt(disk.image(), places.log) ?? Buffer.alloc(0)
  const breakDown = () => disk.follow(() => 'EIO')
  const mend = () => disk.follow(() => undefined)
  return { ...watchedLog(openLog(disk, undefined), read), disk, breakDown, mend }
}

/** A log whose acknowledged lines are those that stand in its file. */
export const watchedLog = (log: JsonlLog, read: () => Buffer): MemoryLog => {
  let batches = 0
  return {
    ...log,
    append: (lines) => async () => {
      const appended = await log.append(lines)()
      if (appended._tag === 'Right') batches += 1
      return appended
    },
    lines: () => read().toString('utf8', 0, log.size()).split('\n').slice(0, -1),
    batches: () => batches,
    breakDown: () => undefined,
    mend: () => undefined,
  }
}
