import { setTimeout } from 'node:timers/promises'
import {
  completenessOf,
  type LogAndFolder,
  type Witness,
} from '../../adapters/projector/log-holds.js'
import { limits } from '../../domain/limits.js'
import { toArray } from '../../domain/list.js'
import {
  isForeignLog,
  type LogPlace,
  type LogProblem,
  type LogReading,
  logStart,
} from '../../domain/log/reading.js'
import type { LogReader } from '../../domain/ports.js'
import {
  type Health,
  type HealthReport,
  healthAfter,
  healthReport,
  startHealth,
  withProblem,
} from '../../projections/health.js'

export type VerifyOptions = {
  /** A live Pod holds the session: what stands behind its last whole group is being written. */
  readonly isLive?: boolean
  /** Told now and then up to which byte the log has been checked. */
  readonly onAdvance?: (offset: number) => void
}

/**
 * Checks every byte of a log, whatever is wrong with it, in memory that does not grow with it, and
 * changes nothing. The end of a live log is looked at again until no group is being written there;
 * what stays there is torn.
 */
export const verifySession = async (
  reader: LogReader,
  place: LogAndFolder,
  options: VerifyOptions = {},
): Promise<HealthReport> => {
  let sofar: Sofar = { health: startHealth, from: logStart, told: 0, isSettled: false }
  for (
    let looks = options.isLive === true ? limits.liveEndLooks : 0;
    !sofar.isSettled;
    looks -= 1
  ) {
    sofar = await readOn(sofar, { reader, place, options, lastLook: looks <= 0 })
    if (!sofar.isSettled) await setTimeout(limits.liveEndWaitMs)
  }
  const { complete, witnesses } = await completenessOf(place)
  const problems = witnesses.map((witness) => witnessed(witness, sofar.from))
  const health = problems.reduce(withProblem, sofar.health)
  return healthReport(place.session, health, ofItsLog(health, complete))
}

// `from`: behind the last whole group. `isSettled`: what was read is all that there is.
type Sofar = {
  readonly health: Health
  readonly from: LogPlace
  readonly told: number
  readonly isSettled: boolean
}

// What a checkpoint saw in another session's log says nothing of this one's.
const ofItsLog = (
  { problems }: Health,
  complete: HealthReport['complete'],
): HealthReport['complete'] =>
  complete === true && toArray(problems).some(isForeignLog) ? 'unknown' : complete

// Told behind the last whole group, where the record or those before it are missed.
const witnessed = (witness: Witness, { line, offset }: LogPlace): LogProblem => ({
  line,
  offset,
  kind: witness.says === 'gone' ? 'records_gone' : 'set_aside',
  message: witnessWords(witness),
})

const witnessWords = (witness: Witness): string => {
  switch (witness.says) {
    case 'gone':
      return (
        `record ${witness.seq} was seen here and is not where it was, as ${witness.file} says; ` +
        'bring back a copy of the log that holds it there, or remove that file to forget what it saw'
      )
    case 'back':
      return (
        `record ${witness.seq} was missed and is back; yoi rebuild removes ${witness.file}, ` +
        'which was set aside for it'
      )
    case 'damaged':
      return (
        `${witness.file} was set aside because records were missed, and cannot be read; ` +
        'remove it to forget what it saw'
      )
  }
}

type Reading = {
  readonly reader: LogReader
  readonly place: LogAndFolder
  readonly options: VerifyOptions
  readonly lastLook: boolean
}

const readOn = async (
  sofar: Sofar,
  { reader, place, options, lastLook }: Reading,
): Promise<Sofar> => {
  let { health, from, told } = sofar
  let last: LogReading['type'] | undefined
  for await (const reading of reader.read(place.log, { from, onProblem: 'go_on' })) {
    // Behind a problem there is no place to read on from.
    const mayGrow = reading.type === 'torn' && last !== 'problem' && !lastLook
    if (mayGrow) return { health, from, told, isSettled: false }
    health = healthAfter(health, reading)
    last = reading.type
    if (reading.type !== 'group') continue
    from = reading.next
    if (from.offset - told < limits.logStepBytes) continue
    told = from.offset
    options.onAdvance?.(told)
  }
  return { health, from, told, isSettled: true }
}
