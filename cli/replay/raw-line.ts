import { bytesAt } from '../../adapters/node/bytes-at.js'
import { openRegular } from '../../adapters/node/open-regular.js'
import { isForeignLog, type LogProblem } from '../../domain/log/reading.js'

/**
 * How the line of a problem begins in the log at this path, whatever it holds; nothing when the line
 * is not what is wrong, or cannot be read.
 */
export const rawLine = async (path: string, problem: LogProblem): Promise<string> => {
  if (problem.kind === 'unreadable' || isForeignLog(problem)) return ''
  const handle = await openRegular(path).catch(() => undefined)
  if (handle === undefined) return ''
  try {
    const bytes = await bytesAt(handle, problem.offset, shownBytes + 1)
    const end = bytes.indexOf(0x0a)
    const shown = bytes.subarray(0, end === -1 ? shownBytes : end)
    return `${shown.toString('utf8')}${end === -1 && bytes.length > shownBytes ? '…' : ''}`
  } catch {
    return ''
  } finally {
    await handle.close()
  }
}

const shownBytes = 240
