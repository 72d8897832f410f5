import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { jsonlLog } from '../../adapters/log/jsonl-log.js'
import { type FileCall, faultyLogFiles } from './faulty-log-files.js'
import { liveSession } from './live-session.js'
import { type MemoryLog, memoryLog } from './memory-log.js'
import { call, text } from './scripted-model.js'

/** What a turn asked of the disk. */
export type CountedTurn = {
  /** The log, which is closed. */
  readonly path: string
  readonly batches: number
  readonly count: (call: FileCall) => number
}

/** Runs a session of one turn, of 200 deltas and 3 calls, on a real log of its own in the folder. */
export const countedTurn = async (folder: string): Promise<CountedTurn> => {
  const path = join(folder, randomUUID(), 'sessions', 'log.jsonl')
  const { files, calls } = faultyLogFiles(() => undefined)
  const disk = jsonlLog({ path, quarantineFolder: join(path, '..', 'q'), size: 0, files })
  let batches = 0
  const append: MemoryLog['append'] = (lines) => () => {
    batches += 1
    return disk.append(lines)()
  }
  await turnOn({ ...memoryLog(), ...disk, append })
  await disk.close()
  return { path, batches, count: (what) => calls.filter((one) => one === what).length }
}

const turnOn = async (log: MemoryLog): Promise<void> => {
  const session = liveSession({ log })
  await session.run('three calls')
  const request = await session.model.request(1)
  for (let n = 0; n < 200; n += 1) request.stream({ kind: 'text', block: 0, text: `word ${n} ` })
  await session.nth('text_delta', 200)
  request.reply([text('so'), call('Bash', {}, 'a'), call('Bash', {}, 'b'), call('Bash', {}, 'c')])
  for (const n of [1, 2, 3]) (await session.tools.running(n)).finish()
  ;(await session.model.request(2)).reply([text('done')])
  await session.nth('run_end', 1)
}
