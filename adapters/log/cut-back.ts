import type { Step } from './log-failure.js'
import { expectedSize, type LogWriter, release } from './log-writer.js'
import { foreignBytes } from './open-known.js'

/**
 * Takes back what is written and not acknowledged. Cuts only bytes that this writer wrote itself:
 * those of an intruder stay.
 */
export const cutBack = async (writer: LogWriter): Step => {
  const { file, attempted, standing } = writer
  if (file === undefined) return undefined
  const foreign = await foreignBytes(writer, file)
  if (foreign !== undefined) return foreign
  if (standing === 'made') await discard(writer)
  else if (attempted.length > 0) await file.truncate(expectedSize(writer))
  return undefined
}

/**
 * Removes the file that this writer made, if it is still that file, and closes it: there are no empty
 * sessions.
 */
export const discard = async (writer: LogWriter): Promise<void> => {
  if (writer.file?.namedSize() !== undefined) await removeOwn(writer)
  writer.standing = 'none'
  await release(writer)
}

const removeOwn = (writer: LogWriter): Promise<void> =>
  writer.files.remove(writer.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
