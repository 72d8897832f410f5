import { audit, auditSmall } from './audit.js'
import { burstStale } from './burst-stale.js'
import { chainOnly } from './chain-only.js'
import { comeBack } from './come-back.js'
import { appendBesideSqlite, batchBesideSqlite, durableAppend } from './durable-append.js'
import { groupCommit } from './group-commit.js'
import { hostileEcho } from './hostile-echo.js'
import { idleMemory } from './idle-memory.js'
import { idleCpu, idleWakes } from './idle-wakes.js'
import { keyEcho, keyEchoAudit, keyEchoSlowest, keyEchoStreaming } from './key-echo.js'
import { list, listCommand } from './list.js'
import { manyPods } from './many-pods.js'
import type { Measurement } from './measurement.js'
import { projectionLag } from './projection-lag.js'
import { replay } from './replay.js'
import { request } from './request.js'
import { foldAlone, resume } from './resume.js'
import { firstScreen, podReady } from './start-up.js'
import { stopClosed, stopDurable, stopEnd, stopShell } from './stop.js'
import { streamBytes } from './stream-bytes.js'
import { batchCalls, turnSyncs } from './system-calls.js'
import { verifyMemory } from './verify-memory.js'

/** All measurements, in the order of the table. */
export const measurements: ReadonlyArray<Measurement> = [
  durableAppend,
  appendBesideSqlite,
  groupCommit,
  batchBesideSqlite,
  batchCalls,
  turnSyncs,
  manyPods,
  projectionLag,
  burstStale,
  chainOnly,
  audit,
  auditSmall,
  verifyMemory,
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
  keyEchoAudit,
  keyEchoSlowest,
  streamBytes,
  hostileEcho,
  stopDurable,
  stopClosed,
  stopEnd,
  stopShell,
  idleMemory,
  idleWakes,
  idleCpu,
]
