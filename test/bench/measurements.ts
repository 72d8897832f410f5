import { audit, auditSmall } from './audit.js'
import { chainOnly } from './chain-only.js'
import { comeBack } from './come-back.js'
import { durableAppend } from './durable-append.js'
import { groupCommit } from './group-commit.js'
import { hostileEcho } from './hostile-echo.js'
import { idleMemory } from './idle-memory.js'
import { keyEcho, keyEchoStreaming } from './key-echo.js'
import { list, listCommand } from './list.js'
import type { Measurement } from './measurement.js'
import { replay } from './replay.js'
import { request } from './request.js'
import { foldAlone, resume } from './resume.js'
import { firstScreen, podReady } from './start-up.js'
import { stopClosed, stopDurable, stopEnd, stopShell } from './stop.js'

/** All measurements, in the order of the table. */
export const measurements: ReadonlyArray<Measurement> = [
  durableAppend,
  groupCommit,
  chainOnly,
  audit,
  auditSmall,
  replay,
  resume,
  foldAlone,
  list,
  listCommand,
  request,
  podReady,
  firstScreen,
  comeBack,
  keyEcho,
  keyEchoStreaming,
  hostileEcho,
  stopDurable,
  stopClosed,
  stopEnd,
  stopShell,
  idleMemory,
]
