import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { readFound } from '../../adapters/projector/read-found.js'
import { decode } from '../../domain/decode.js'
import { SessionId, TurnId } from '../../domain/ids.js'
import { Status } from '../../domain/protocol/status.js'
import { Timestamp } from '../../domain/time.js'
import { Whole } from '../../domain/whole.js'
import type { LiveFacts, LivePod } from '../../projections/live-sessions.js'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

const Row = t.type({
  pod: t.string,
  session: SessionId,
  socket: t.string,
  pid: Whole,
  cwd: orNull(t.string),
  updated: orNull(Timestamp),
  status: Status,
  turn: orNull(TurnId),
  preview: t.string,
})

/** A row of live.json, as it is read. */
export type LiveRowRead = LivePod & LiveFacts

/** The rows of live.json; none when it is missing or is not what yoi wrote. Never rejects. */
export const readLiveRows = async (path: string): Promise<ReadonlyArray<LiveRowRead>> => {
  try {
    const found = await readFound(path)
    if (found === undefined) return []
    const rows = decode(t.readonlyArray(Row), JSON.parse(found.toString('utf8')))
    return E.isRight(rows) ? rows.right : []
  } catch {
    return []
  }
}

/** Whether a row is that of this very Pod in this very session. */
export const isRowOf = (
  row: Pick<LivePod, 'pod' | 'pid' | 'session'>,
  { pod, pid, session }: Pick<LivePod, 'pod' | 'pid' | 'session'>,
): boolean => row.pod === pod && row.pid === pid && row.session === session
