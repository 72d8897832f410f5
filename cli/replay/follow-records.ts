import { stat } from 'node:fs/promises'
import { watchFile } from '../../adapters/log/watch-file.js'
import { type LogPlace, type LogReading, logStart } from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'

/** A log that is followed while it grows. */
export type FollowedRecords = {
  readonly reader: LogReader
  readonly log: string
  /** Begins to tell the log from its start: at first, and when another log has taken its place. */
  readonly begin: () => Promise<(reading: LogReading) => Promise<boolean>>
  /** Says in a sentence what became of the file. */
  readonly say: (sentence: string) => Promise<void>
  readonly interrupted: AbortSignal
}

/**
 * Gives the readings of a log as they come, whole groups only, until it is interrupted or nothing is
 * wanted any more. A torn end is what a writer is at: it is not given.
 */
export const followRecords = async (followed: FollowedRecords): Promise<void> => {
  const watch = watchFile(followed.log)
  const state: Following = { ...fresh, give: await followed.begin() }
  try {
    while (!followed.interrupted.aborted) {
      await lookAtFile(state, followed)
      if (!(await readOn(state, followed))) return
      await watch.changed()
    }
  } finally {
    watch.close()
  }
}

type Following = {
  give: (reading: LogReading) => Promise<boolean>
  place: LogPlace
  /** Damaged lines up to this byte have been told. */
  toldUpTo: number
  file: string | undefined
  gone: boolean
}

const fresh = { place: logStart, toldUpTo: -1, file: undefined, gone: false } as const

const lookAtFile = async (state: Following, followed: FollowedRecords): Promise<void> => {
  const found = await stat(followed.log).catch(() => undefined)
  if (found === undefined) {
    if (!state.gone) await followed.say(`The log is gone: ${followed.log}.`)
    state.gone = true
    return
  }
  const file = `${found.dev}:${found.ino}`
  const replaced = state.gone || (state.file !== undefined && state.file !== file)
  const shorter = found.size < state.place.offset
  if (replaced || shorter) {
    await followed.say(
      replaced
        ? 'The log was replaced by another file. It is told from its start.'
        : `The log has ${found.size} bytes and had ${state.place.offset}: records that were told are gone. It is told from its start.`,
    )
    Object.assign(state, fresh, { give: await followed.begin() })
  }
  state.file = file
  state.gone = false
}

const readOn = async (state: Following, followed: FollowedRecords): Promise<boolean> => {
  if (state.gone) return true
  const options = { from: state.place, onProblem: 'go_on' } as const
  for await (const reading of followed.reader.read(followed.log, options)) {
    if (reading.type === 'torn' || isTold(reading, state)) continue
    if (!(await state.give(reading))) return false
    if (reading.type === 'group') state.place = reading.next
    else state.toldUpTo = reading.problem.offset
  }
  return true
}

const isTold = (reading: LogReading, state: Following): boolean =>
  reading.type === 'problem' && reading.problem.offset <= state.toldUpTo
