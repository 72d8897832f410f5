import { audit, auditSmall } from './audit.js'
import { durableAppend } from './durable-append.js'
import type { Measurement } from './measurement.js'
import { request } from './request.js'
import { foldAlone, resume } from './resume.js'
import { stopClosed, stopDurable, stopEnd, stopShell } from './stop.js'

/** All measurements, in the order of the table. */
export const measurements: ReadonlyArray<Measurement> = [
  durableAppend,
  audit,
  auditSmall,
  resume,
  foldAlone,
  request,
  stopDurable,
  stopClosed,
  stopEnd,
  stopShell,
]
