import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, watch } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { baselineFile, ended, firstLine, programFile, startNode } from './child.js'
import { type Measurement, median, p50Ms } from './measurement.js'

/** How soon after a record is durable another process can read the files that follow it. */
export const projectionLag: Measurement = {
  name: 'projection-lag',
  goal: 'P19',
  measured: 'sync of a group to the projections read by another process, p50',
  against: 'a message to another process and back by a socket',
  unit: 'ms',
  aim: 3,
  guard: 10,
  prepare: async ({ folder, quick }) => {
    const projections = join(folder, 'projections')
    mkdirSync(projections, { mode: 0o700 })
    const pod = fork(programFile('project'), [folder])
    const place = join(folder, 's')
    const echo = startNode([baselineFile('echo-socket'), place])
    await firstLine(echo)
    const socket = connect(place)
    await once(socket, 'connect')
    const groups = quick ? 20 : 60
    return {
      ours: () => lagMs({ pod, projections }, groups),
      baseline: () => p50Ms(groups, () => sentBack(socket)),
      close: async () => {
        socket.destroy()
        await Promise.all([ended(pod), ended(echo)])
      },
    }
  },
}

const sentBack = async (socket: Socket): Promise<void> => {
  const heard = once(socket, 'data')
  socket.write('{"method":"pause","id":"echo"}\n')
  await heard
}

type Place = { readonly pod: ChildProcess; readonly projections: string }
type Synced = { readonly records: number; readonly syncedNs: string }

const lagMs = async ({ pod, projections }: Place, groups: number): Promise<number> => {
  const seenNs = new Map<number, bigint>()
  const watcher = watch(projections, (_, name) => {
    const records = name === 'checkpoint.json' ? recordsIn(projections) : undefined
    if (records !== undefined && !seenNs.has(records)) seenNs.set(records, process.hrtime.bigint())
  })
  const figures: number[] = []
  for (let n = 0; n < groups; n += 1) {
    const told = once(pod, 'message') as Promise<[Synced]>
    pod.send('append')
    const [{ records, syncedNs }] = await told
    while (!seenNs.has(records)) await once(watcher, 'change')
    figures.push(Number((seenNs.get(records) ?? 0n) - BigInt(syncedNs)) / 1e6)
  }
  watcher.close()
  return median(figures)
}

// The checkpoint is written last: when it names a record, all files agree with that.
const recordsIn = (projections: string): number | undefined => {
  try {
    return JSON.parse(readFileSync(join(projections, 'checkpoint.json'), 'utf8')).records
  } catch {
    // It is being replaced for the first time.
    return undefined
  }
}
