import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baselineFile, ended, firstLine, startNode, startYoi } from './child.js'
import type { Measurement } from './measurement.js'
import { lacksProc } from './peak-memory.js'

/** What an idle Pod costs a machine beside the pages that all processes of node share. */
export const idleMemory: Measurement = {
  name: 'pod-memory',
  goal: 'P17',
  measured: 'private memory of a Pod before its first request',
  against: 'a node with a socket',
  unit: 'MB',
  aim: 1.3,
  guard: 1.8,
  lacks: lacksProc,
  prepare: async ({ folder }) => {
    const pod = startYoi(['pod', '--cwd', folder], folder)
    const bare = startNode([baselineFile('idle-socket'), join(folder, 's')])
    await Promise.all([firstLine(pod), firstLine(bare)])
    return {
      ours: async () => privateMb(pod),
      baseline: async () => privateMb(bare),
      close: async () => {
        await Promise.all([ended(pod), ended(bare)])
      },
    }
  },
}

const privateMb = ({ pid }: ChildProcess): number => {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kib = [...rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)]
  return kib.reduce((sum, [, figure]) => sum + Number(figure), 0) / 1024
}
