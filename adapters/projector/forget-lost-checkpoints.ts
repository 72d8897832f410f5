import { rm } from 'node:fs/promises'
import { type LogAndFolder, setAside } from './log-holds.js'

/**
 * Removes the checkpoints that were set aside and whose records the log holds again. Gives whether
 * others lie there.
 */
export const forgetLostCheckpoints = async (where: LogAndFolder): Promise<boolean> => {
  const witnesses = await setAside(where)
  const back = witnesses.filter(({ says }) => says === 'back')
  for (const { file } of back) await rm(file, { force: true })
  return back.length < witnesses.length
}
