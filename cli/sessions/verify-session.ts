import { completeness, type LogAndFolder } from '../../adapters/projector/log-holds.js'
import type { LogReader } from '../../domain/ports.js'
import {
  type HealthReport,
  healthAfter,
  healthReport,
  startHealth,
} from '../../projections/health.js'
import { repairsOf } from '../../projections/repairs-of.js'

/** Checks every byte of a log, whatever is wrong with it, and changes nothing. */
export const verifySession = async (
  reader: LogReader,
  place: LogAndFolder,
): Promise<HealthReport> => {
  let health = startHealth
  for await (const reading of reader.read(place.log, { onProblem: 'go_on' }))
    health = healthAfter(health, reading)
  return healthReport(place.session, health, {
    complete: await completeness(place),
    repairs: repairsOf(health.state),
  })
}
